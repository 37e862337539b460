import type { Plugin } from 'vite';

/**
 * Plugins of Astro that replace words wherever they are in compiled code, also in a text: by secret variables of the
 * environment, and by code. We need neither: what the site may know is public, and it has no server islands.
 */
const REPLACING: readonly (readonly [name: string, hook: 'transform' | 'renderChunk'])[] = [
  ['astro:vite-plugin-env', 'transform'],
  ['astro:server-islands', 'renderChunk'],
];

/** Switches off what would replace words in texts. What else does is refused as a text (src/schemas/code-words.ts). */
export function noReplacedWords(): Plugin {
  // Vite resolves its configuration several times, with the same plugins.
  const off = new WeakSet<Plugin>();
  return {
    name: 'no-replaced-words',
    configResolved({ plugins }) {
      for (const [name, hook] of REPLACING) {
        const plugin = plugins.find((one) => one.name === name);
        if (!plugin || (!plugin[hook] && !off.has(plugin)))
          throw new Error(`Astro's plugin ${name} has no ${hook} any more. Find out what replaces words in code now.`);
        off.add(plugin);
        Reflect.deleteProperty(plugin, hook);
      }
    },
  };
}
