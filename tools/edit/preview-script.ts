import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { isOfIslands } from '../../src/editing/client/match-islands.ts';
import { list } from '../../src/editing/files/entries.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { onDisk } from './server/disk.ts';

/** What the agent knows and is tested with. No page shows it, and it is most of all texts. */
const OF_AGENT = /^content\/assistant\/(?:questions|evals)\//;

/** The texts that pages render in the browser, by the editor's list of all content. */
const islandTexts = () =>
  list(onDisk)
    .files.filter((listed) => isOfIslands(listed) && !OF_AGENT.test(listed.file))
    .map(({ file, texts }) => ({ file, texts }));

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
    define: { EDITOR_ADDRESS: JSON.stringify(editor), ISLAND_TEXTS: JSON.stringify(islandTexts()) },
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
