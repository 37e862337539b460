import type { CodeHost } from '../../../code-host/code-host.ts';
import { describe, describePicture } from '../../../editing/files/describe.ts';
import { messageOf } from '../../../editing/files/message.ts';
import type { Difference } from '../../../editing/protocol.ts';
import { copyFileOf } from '../../../schemas/copy-files.ts';
import { PICTURES } from '../../../schemas/picture-file.ts';
import type { Changes } from './edit-host.ts';
import type { WorkingCopy } from './working-copy.ts';

/** A file that a proposal changes. */
export interface ChangedFile {
  file: string;
  /** Its text at the commit at which the proposal began; null if there was none. */
  before: string | null;
  /** null if there is none. */
  after: string | null;
}

/** What there was where the proposal began; undefined if nothing has changed since. */
export async function filesBefore(host: CodeHost, copy: WorkingCopy): Promise<ReadonlyMap<string, string> | undefined> {
  if (copy.now().head === copy.base()) return undefined;
  const [before] = await host.listings([copy.base()]);
  return before;
}

/** The copy files that the proposal changes. */
export async function changedFiles(host: CodeHost, copy: WorkingCopy): Promise<ChangedFile[]> {
  const before = await filesBefore(host, copy);
  if (!before) return [];
  const { files } = copy.now();
  const all = new Set([...before.keys(), ...files.keys()]);
  const changed = [...all].filter((file) => copyFileOf(file) && before.get(file) !== files.get(file)?.oid);
  return Promise.all(
    changed.sort().map(async (file) => ({
      file,
      before: before.has(file) ? await host.textAt(copy.base(), file) : null,
      after: files.get(file)?.text ?? null,
    })),
  );
}

/**
 * The pictures that the proposal changes. The editor only adds some, but whoever can push to its branch can replace and
 * remove others.
 */
async function changedPictures(host: CodeHost, copy: WorkingCopy): Promise<Parameters<typeof describePicture>[]> {
  if (copy.now().head === copy.base()) return [];
  const [before, after] = await host.listings([copy.base(), copy.now().head]);
  const files = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort();
  return files.flatMap((file): Parameters<typeof describePicture>[] => {
    if (!file.startsWith(`${PICTURES}/`) || before?.get(file) === after?.get(file)) return [];
    return [[file, before?.has(file) ? (after?.has(file) ? 'replaced' : 'removed') : 'added']];
  });
}

/** What the proposal changes, in words. */
export async function differencesOf(host: CodeHost, copy: WorkingCopy): Promise<Difference[]> {
  const files = await changedFiles(host, copy);
  const inWords = files.flatMap(({ file, before, after }) => {
    try {
      return describe(copy.source, file, before, after);
    } catch {
      // Somebody has pushed a file that can't be read.
      return [{ file, where: file }];
    }
  });
  // A new picture in a text is told with the text.
  const isInText = (picture: string) => files.some(({ after }) => after?.includes(picture.replace('public', '')));
  const pictures = (await changedPictures(host, copy)).filter(([file, deed]) => deed !== 'added' || !isInText(file));
  return [...inWords, ...pictures.map((changed) => describePicture(...changed))];
}

/** What the proposal changes, and what has changed on the site since it began. */
export async function changesOf(host: CodeHost, copy: WorkingCopy): Promise<Changes> {
  const differences = await differencesOf(host, copy);
  const main = differences.length > 0 ? await host.branch(copy.$work.get().main) : undefined;
  const [before] = await host.listings([copy.base()]);
  const overtaken = [...new Set(differences.map(({ file }) => file))].filter(
    (file) => main && copyFileOf(file) && before?.get(file) !== main.files.get(file)?.oid,
  );
  return { differences, message: messageOf(differences), overtaken };
}
