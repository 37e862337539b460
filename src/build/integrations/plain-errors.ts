import type { HotPayload, Plugin } from 'vite';

/**
 * A text of Astro's error overlay without its tags. What is left of them can't become one: quotation marks and brackets
 * are escaped.
 */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/**
 * Makes the overlay of errors in dev show text only. Astro takes an error's message for Markdown and makes HTML of it with
 * regular expressions, and our messages quote content/: a link in a text could run a script in the origin of the editor.
 */
export const plainErrors = (): Plugin => ({
  name: 'plain-errors',
  // Astro wraps this function later, so what comes here is its HTML.
  enforce: 'pre',
  configureServer({ environments }) {
    const { hot } = environments.client;
    const send = hot.send.bind(hot);
    hot.send = (...sent: [HotPayload]) => {
      const [payload] = sent;
      if (typeof payload === 'object' && payload.type === 'error') {
        const err = payload.err as { message: string; hint?: string };
        err.message = plainText(err.message);
        if (err.hint) err.hint = plainText(err.hint);
      }
      send(...sent);
    };
  },
});
