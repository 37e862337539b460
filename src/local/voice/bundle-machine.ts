import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { Fault } from '../fault.ts';

const ENTRY = fileURLToPath(new URL('machine/index.ts', import.meta.url));

/**
 * The call machine as one classic script, as the SDK loads it.
 *
 * @throws Fault when it can't be built
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
  const [chunk] = result.output;
  if (chunk.type !== 'chunk') throw new Fault('The call machine of the rehearsal could not be built.');
  return chunk.code;
}
