import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const ENTRY = fileURLToPath(new URL('machine/index.ts', import.meta.url));

/**
 * The call machine as one classic script, as the SDK loads it.
 *
 * @throws Error when it can't be built
 */
export async function bundleMachine(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: 'call-machine.js' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
