import { watch } from 'chokidar';
import { writeEmailCopy } from '../../src/build/integrations/email-copy.ts';
import { printError } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** The sources of the functions: their code, the schema they share with the site, and the text of the emails. */
const WATCHED = [
  'functions',
  'src/backend',
  'content/emails',
  'content/forms',
  'content/waiting-lists',
  'content/site.yaml',
];
const SETTLE_MS = 200;

/**
 * Calls `onChange` when the code or the text of the edge functions has changed and the text is valid. If it is not,
 * prints the mistake and keeps the functions that are running.
 *
 * @returns a function that stops watching
 */
export function watchFunctions(onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        writeEmailCopy();
        onChange();
      } catch (error) {
        printError(error);
      }
    }, SETTLE_MS);
  };
  const watcher = watch(WATCHED, {
    cwd: projectFolder,
    ignoreInitial: true,
    // A link can lead anywhere, or in a circle.
    followSymlinks: false,
    ignored: (path) => path.endsWith('.generated.ts'),
  })
    .on('all', changed)
    .on('error', printError);
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}
