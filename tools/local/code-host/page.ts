import { html, type Html } from '../html.ts';
import { readBytes } from '../read-bytes.ts';

const STYLE = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; font-size: 0.875rem; }
.diff > * { display: block; min-height: 1lh; }
ins { background: light-dark(#d7f5dd, #12401f); text-decoration: none; }
del { background: light-dark(#ffe0e0, #521a1a); text-decoration: none; }
button, input { font: inherit; padding: 0.5rem 1rem; }
form { margin: 1rem 0; }
small { opacity: 0.8; }
`;

/**
 * A page of the code host. It has no script, and can't be shown in a frame: a page on this machine could have a visitor
 * press "Allow" without seeing it.
 */
export function page(title: string, body: Html, status = 200): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      <link rel="stylesheet" href="/style.css" />
      <main>
        <h1>${title}</h1>
        ${body}
        <p><small>A stand-in for GitHub on this machine.</small></p>
      </main>
    </html>`;
  return new Response(document.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      // Without a referrer, its own forms would be sent without an origin, and refused.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

export const styleSheet = (): Response => new Response(STYLE, { headers: { 'content-type': 'text/css' } });

export const missingPage = (): Response => page('Not found', html`<p>There is nothing at this address.</p>`, 404);

/** Whether a form was sent by a page of this host, and not by another page that somebody has open. */
export function isOwnForm(request: Request): boolean {
  return request.headers.get('origin') === new URL(request.url).origin;
}

/** The longest form of these pages (bytes). */
const LONGEST_FORM = 16 * 1024;

/** The fields of a form; none if it is too long. */
export async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBytes(request, LONGEST_FORM))?.toString());
}
