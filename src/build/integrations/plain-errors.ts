import type { HotPayload, Plugin } from 'vite';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The text of an error's HTML, as Astro's overlay would show it. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Where Astro's overlay decides whether an error's text is HTML. */
const SINK = 'if (html) {';

/**
 * Makes the overlay of errors in dev show text only. Astro takes an error's message for Markdown and makes HTML of it with
 * regular expressions; our messages quote content/, and Vite's quote the address that was asked for. So a link in a text,
 * or a link from another site, could run a script in the origin of the editor.
 */
export const plainErrors = (): Plugin => ({
  name: 'plain-errors',
  // Astro wraps `send` later, so what comes here is its HTML.
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
  transform: {
    // After Astro has put its overlay in.
    order: 'post',
    handler(code, id) {
      if (!id.includes('vite/dist/client/client.mjs')) return undefined;
      if (code.split(SINK).length !== 2)
        throw new Error("Astro's overlay of errors has changed: see src/build/integrations/plain-errors.ts.");
      return { code: code.replace(SINK, 'if (false) {'), map: null };
    },
  },
});
