import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Removes from the cache every social card that a build has not used (src/build/cards/card-picture.ts). */
export function cardCache(): AstroIntegration {
  let cache: URL | undefined;
  let begun = 0;
  return {
    name: 'card-cache',
    hooks: {
      'astro:config:done'({ config }) {
        cache = config.cacheDir;
      },
      'astro:build:start'() {
        // Some file systems round times down to whole seconds.
        begun = Math.floor(Date.now() / 1000) * 1000;
      },
      'astro:build:done'() {
        if (!cache) return;
        const folder = fileURLToPath(new URL('cards/', cache));
        for (const name of readdirSync(folder))
          if (statSync(join(folder, name)).mtimeMs < begun) rmSync(join(folder, name), { force: true });
      },
    },
  };
}
