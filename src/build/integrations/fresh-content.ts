import type { AstroIntegration } from 'astro';

/** The module that pages read the content from. */
const CONTENT = '\0astro:data-layer-content';

/**
 * Makes the dev server show the last of several quick changes. Astro invalidates the content as a hot update, and Vite
 * keeps the result of a load that a hot update overtakes: pages would show the content of before until the next change.
 */
export function freshContent(): AstroIntegration {
  return {
    name: 'fresh-content',
    hooks: {
      'astro:server:setup'({ server }) {
        for (const { hot, moduleGraph } of Object.values(server.environments)) {
          const send: (...message: unknown[]) => void = hot.send.bind(hot);
          hot.send = (...message: unknown[]) => {
            const module = message[0] === 'astro:content-changed' ? moduleGraph.getModuleById(CONTENT) : undefined;
            if (module) moduleGraph.invalidateModule(module);
            send(...message);
          };
        }
      },
    },
  };
}
