import type { MiddlewareHandler } from 'astro';
import { isMarked, markCopy, withPlaces } from './copy-marks.ts';
import { editSession } from './session.ts';

const session = editSession();

markCopy();

/** Keeps the error for the editor's render check: the dev server's error page does not contain it. */
async function noted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    session.failure = error instanceof Error ? error.message : String(error);
    throw error;
  }
}

/** Adds the places of its texts to a page that is being edited. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await noted(next);
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await noted(() => response.text());
  const page = isMarked() ? withPlaces(html) : html;
  const headers = new Headers(response.headers);
  // A page on another port must not have its visitor click in a frame of this one.
  headers.set('content-security-policy', "frame-ancestors 'none'");
  return new Response(page, { status: response.status, headers });
};
