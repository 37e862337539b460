import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Holds the dev server in the middle of loading the content, as long as `file` exists. `held` in the file says that it is.
 *
 * @param {string} file
 * @returns {import('astro').AstroIntegration}
 */
export const heldContent = (file) => ({
  name: 'held-content',
  hooks: {
    'astro:config:setup'({ updateConfig }) {
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'held-content',
              enforce: 'post',
              async transform(_, id) {
                if (id !== '\0astro:data-layer-content' || !existsSync(file)) return;
                writeFileSync(file, 'held');
                while (existsSync(file)) await wait(10);
              },
            },
          ],
        },
      });
    },
  },
});
