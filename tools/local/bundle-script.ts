import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/**
 * A TypeScript file with all that it imports as one classic script for a browser.
 *
 * @throws Error when it can't be built
 */
export async function bundleScript(entry: URL): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
