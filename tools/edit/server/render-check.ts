import { checkPage, type CheckedPage } from '../../../src/build/page-check/checked-page.ts';
import { checkText, TEXT_PATH } from '../../../src/build/page-check/text-links.ts';
import { editSession } from '../page/session.ts';
import type { Reloads } from './reloads.ts';

/** What the dev server provides for rendering a page in its current state. */
export interface Site {
  reloads: Reloads;
  /** Reloads all copy files. */
  refresh(): Promise<void>;
  /**
   * Changes a file, by absolute path, and waits until the dev server has noticed: what it notices later, such as that the
   * file was gone for a moment, would undo a refresh.
   */
  change(path: string, write: () => void): Promise<void>;
  /** Waits until a new file of public/ is served. */
  serve(address: string): Promise<void>;
  /** Of the editor: `http://127.0.0.1:40123` */
  origin: string;
  /** Where the site will be published: `https://example.com` */
  publicOrigin: string;
}

/** A page, none if there is no such page or it is another file, or why it can't be shown. */
export type Rendered = { page?: CheckedPage } | { failure: string };

/** Returns the error of the last page that failed to render, and clears it. */
function takeFailure(): string | undefined {
  const session = editSession();
  const { failure } = session;
  session.failure = undefined;
  return failure;
}

/** Renders a page as it is now. */
export async function render(site: Site, path: string): Promise<Rendered> {
  try {
    takeFailure();
    const response = await fetch(site.origin + path, { headers: { accept: 'text/html' } });
    const text = await response.text();
    if (response.status >= 500) return { failure: takeFailure() ?? `${path} could not be shown.` };
    // The page for unknown addresses is one, too.
    const exists = response.ok || path === '/404';
    if (exists && path === TEXT_PATH) return { page: checkText(text, site.publicOrigin) };
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    return exists && isPage ? { page: checkPage(path, text, site.publicOrigin) } : {};
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
