import { AsyncLocalStorage } from 'node:async_hooks';

/** State shared by the dev server's own code and the site's modules, which Vite loads separately. */
interface EditSession {
  /** Whether the page that is being rendered is being edited. */
  requests: AsyncLocalStorage<{ editing: boolean }>;
  /** The project folder. */
  root: string;
  /** The error message of the last page that failed to render. */
  failure?: string | undefined;
}

const KEY = Symbol.for('site-edit');
type Shared = typeof globalThis & { [KEY]?: EditSession };

/** Called when the dev server starts. It can't be module state, because Vite loads the site's modules again. */
export function beginSession(root: string): EditSession {
  return ((globalThis as Shared)[KEY] = { requests: new AsyncLocalStorage(), root });
}

/** @throws Error outside a dev server */
export function editSession(): EditSession {
  const session = (globalThis as Shared)[KEY];
  if (!session) throw new Error('The editor only runs in astro dev.');
  return session;
}
