import type { AstroIntegration } from 'astro';

/** The module with the runtime that Astro adds to each page with an island. */
const RUNTIME = /\/astro\/dist\/runtime\/server\/scripts\.js$/;

/**
 * Adds `client:intent="name"`: an island that loads nothing until a visitor shows intent to use it.
 *
 * Astro's own runtime adds 1.9 KB (brotli) to every page, most of it for features that no island here uses. So it is
 * left out, also in dev: src/browser/islands.ts hydrates the islands.
 */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent-directive',
    hooks: {
      'astro:config:setup'({ addClientDirective, updateConfig }) {
        // The script of the directive would be part of that runtime.
        addClientDirective({ name: 'intent', entrypoint: './src/build/integrations/intent-entrypoint.ts' });
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'intent-directive',
                load: {
                  filter: { id: RUNTIME },
                  handler: () =>
                    'export const determineIfNeedsHydrationScript = () => false;' +
                    'export const determinesIfNeedsDirectiveScript = () => false;' +
                    "export const getPrescripts = () => '';",
                },
              },
            ],
          },
        });
      },
    },
  };
}
