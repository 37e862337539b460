import type { AstroIntegration } from 'astro';

/** Where Astro keeps what it puts into each page that has an island. */
const RUNTIME = /\/astro\/dist\/runtime\/server\/scripts\.js$/;

/**
 * Adds `client:intent="name"`: an island that loads nothing until a visitor shows that it is wanted.
 *
 * Astro's own runtime is 1.9 KB (brotli) on every page, most of it for what no island here does. So none of it goes into
 * the pages, in dev neither: src/browser/islands.ts hydrates the islands.
 */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent-directive',
    hooks: {
      'astro:config:setup'({ addClientDirective, updateConfig }) {
        // Its script would be part of that runtime.
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
