import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { minify, normalizePath, transformWithOxc } from 'vite';

const SUFFIX = '?inline-script';

/**
 * Compiles a TypeScript file without imports to a classic script.
 *
 * @throws Error if it can't be compiled
 */
async function compile(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false });
  const smaller = await minify(file, `(()=>{${code.replace(/^export \{\};?$/m, '')}})()`, { module: false });
  return smaller.code.trim();
}

/**
 * Makes `import code from './file.ts?inline-script'` return the text of a script that must run while the document is
 * parsed, and adds the hash of each of these files to the CSP. Everything that can wait belongs in a `<script>`.
 *
 * @param files paths from the project folder
 */
export function inlineScripts(...files: readonly string[]): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      async 'astro:config:setup'({ command, config, updateConfig }) {
        const scripts = new Map<string, string>();
        for (const file of files) {
          const path = normalizePath(fileURLToPath(new URL(file, config.root)));
          scripts.set(path, await compile(path));
        }
        const hashes = [...scripts.values()].map(
          (code) => `sha256-${createHash('sha256').update(code).digest('base64')}` as const,
        );
        updateConfig({
          security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes } } },
          vite: {
            plugins: [
              {
                name: 'inline-scripts',
                enforce: 'pre',
                load: async (id) => {
                  if (!id.endsWith(SUFFIX)) return undefined;
                  const path = id.slice(0, -SUFFIX.length);
                  const code = scripts.get(path);
                  if (code === undefined) throw new Error(`Add ${path} to inlineScripts() in astro.config.mjs.`);
                  // In dev, which has no CSP, the file may have changed since.
                  return `export default ${JSON.stringify(command === 'dev' ? await compile(path) : code)}`;
                },
              },
            ],
          },
        });
      },
    },
  };
}
