import { editSession } from '../page/session.ts';
import type { Reloads } from './reloads.ts';

/** What the dev server provides for rendering a page in its current state. */
export interface Site {
  reloads: Reloads;
  /** Reloads all copy files. */
  refresh(): Promise<void>;
  /** Invalidates the modules of a file, by absolute path. */
  forget(path: string): void;
  /** Waits until a new file of public/ is served. */
  serve(address: string): Promise<void>;
  /** Of the editor: `http://127.0.0.1:40123` */
  origin: string;
}

/** Returns the error of the last page that failed to render, and clears it. */
function takeFailure(): string | undefined {
  const session = editSession();
  const { failure } = session;
  session.failure = undefined;
  return failure;
}

/**
 * Checks that pages can be rendered.
 *
 * @param pages their paths
 * @returns the first error message, or undefined
 */
export async function renderMistake(site: Site, pages: readonly string[]): Promise<string | undefined> {
  try {
    await site.refresh();
    for (const page of new Set(pages)) {
      takeFailure();
      const response = await fetch(site.origin + page, { headers: { accept: 'text/html' } });
      await response.text();
      if (response.status >= 500) return takeFailure() ?? `${page} could not be shown.`;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}
