import { AsyncLocalStorage } from 'node:async_hooks';

/** What the dev server's two worlds, its own code and the site's, share about requests. */
interface EditSession {
  /** Whether the page that is being rendered is one that somebody edits. */
  requests: AsyncLocalStorage<{ editing: boolean }>;
  /** Whoever has read it from a page of this site may ask for edits. */
  token: string;
  /** The project's folder. */
  root: string;
  /** Why the last page that could not be shown could not, in the words of what could not show it. */
  failure?: string | undefined;
}

const KEY = Symbol.for('site-edit');
type Shared = typeof globalThis & { [KEY]?: EditSession };

/** Made by the dev server as it starts. Vite loads the site's modules anew, so that a module can't hold it. */
export function beginSession(root: string, token: string): EditSession {
  return ((globalThis as Shared)[KEY] = { requests: new AsyncLocalStorage(), token, root });
}

/** @throws Error outside of a dev server */
export function editSession(): EditSession {
  const session = (globalThis as Shared)[KEY];
  if (!session) throw new Error('The editor belongs to astro dev.');
  return session;
}
