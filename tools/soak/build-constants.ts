/**
 * `node --import` of this file gives the site's own code the constants of a build without Turnstile: Vite writes them
 * into `import.meta.env`, which Node does not have.
 */
import { registerHooks } from 'node:module';

const SITE = new URL('../../src/', import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith(SITE) || loaded.format !== 'module-typescript') return loaded;
    const code = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: `import.meta.env ??= { PUBLIC_TURNSTILE_SITE_KEY: '' };${code}` };
  },
});
