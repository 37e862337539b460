import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { copyModules } from '../../src/build/integrations/copy-modules.ts';
import { ENTITIES_BY_LIST } from '../../src/build/integrations/room-apps.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/**
 * Bundles a module as a room has it: with what the editor uses in a browser.
 *
 * @param entry relative to the project folder
 * @returns a module that exports what the entry does
 */
export async function bundleForBrowser(entry: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'error',
    plugins: [copyModules()],
    resolve: { alias: ENTITIES_BY_LIST },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(projectFolder, entry),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
