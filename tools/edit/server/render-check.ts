import { editSession } from '../page/session.ts';
import type { Reloads } from './reloads.ts';

/** What the dev server lends for looking at a page as it would be now. */
export interface Site {
  reloads: Reloads;
  /** Reads all copy files again. */
  refresh(): Promise<void>;
  /** Makes it forget what it has made of a file, by the file's whole path. */
  forget(path: string): void;
  /** `http://127.0.0.1:4321` */
  origin(): string;
}

/** Why the last page that could not be shown could not. It is told once. */
function takeFailure(): string | undefined {
  const session = editSession();
  const { failure } = session;
  session.failure = undefined;
  return failure;
}

/**
 * Whether pages can be shown.
 *
 * @param pages their addresses, from the root
 * @returns the first error, in the words of what could not show it, or undefined
 */
export async function renderMistake(site: Site, pages: readonly string[]): Promise<string | undefined> {
  try {
    await site.refresh();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  for (const page of new Set(pages)) {
    takeFailure();
    const response = await fetch(site.origin() + page, { headers: { accept: 'text/html' } });
    await response.text();
    if (response.status >= 500) return takeFailure() ?? `${page} could not be shown.`;
  }
  return undefined;
}
