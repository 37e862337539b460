import type { AstroIntegration } from 'astro';

/**
 * Gives the dev server a cache of its own. In a shared one, a build replaces the packages that pages of a running dev
 * server still load, and their forms stop working.
 */
export function devCache(): AstroIntegration {
  return {
    name: 'dev-cache',
    hooks: {
      'astro:config:setup'({ command, updateConfig }) {
        if (command === 'dev') updateConfig({ vite: { cacheDir: 'node_modules/.vite/dev' } });
      },
    },
  };
}
