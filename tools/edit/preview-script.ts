import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { projectFolder } from '../../src/lib/project-folder.ts';

/**
 * The script of preview pages, as one module without imports.
 *
 * @param editor the address of the editor, without a fragment
 */
export async function previewScript(editor: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    define: { EDITOR_ADDRESS: JSON.stringify(editor) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(projectFolder, 'src/editing/preview/main.ts'),
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
