import { Worker } from 'node:worker_threads';
import { emailCopyIn } from '../../../src/build/integrations/email-copy.ts';
import { COPY_FILES, nameOf } from '../../../src/schemas/copy-files.ts';
import type { ShownMail, Value } from '../../../src/editing/protocol.ts';
import { editSession } from '../page/session.ts';
import { onDisk } from './disk.ts';

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
/** Rendering takes a fraction of a second. */
const LONGEST_MS = 20_000;
const WAITING_LISTS = folderOf(COPY_FILES.waitingLists.path);

/**
 * The mails that a file has words of, as they are sent to an imaginary visitor.
 *
 * @param data the fields of the file, which need not be saved
 * @returns none for other files, and while the words can't be used
 */
export async function shownMails(file: string, data: Readonly<Record<string, Value>>): Promise<ShownMail[]> {
  const lists = onDisk.files().filter((one) => folderOf(one) === WAITING_LISTS);
  const name = lists.includes(file) ? lists.indexOf(file) : nameOf(file);
  let copy: unknown;
  try {
    copy = emailCopyIn(editSession().root, { file, data });
  } catch {
    return [];
  }
  const worker = new Worker(new URL('mail-worker.ts', import.meta.url), { workerData: { copy, name }, stderr: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ShownMail[]>((done) => {
      worker.once('message', done);
      // The form says what is wrong with the words.
      worker.once('error', () => done([]));
      worker.once('exit', () => done([]));
      timer = setTimeout(() => done([]), LONGEST_MS);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
