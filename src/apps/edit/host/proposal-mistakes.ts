import type { CodeHost } from '../../../code-host/code-host.ts';
import type { CopySource } from '../../../editing/files/copy-source.ts';
import { entry } from '../../../editing/files/entries.ts';
import { linkMistakes } from '../../../editing/files/links.ts';
import { mistakesIn } from '../../../editing/files/mistakes.ts';
import type { Mistake } from '../../../editing/protocol.ts';
import { inventoryMistakes } from '../../../schemas/inventory.ts';
import { changedFiles, type ChangedFile } from './changes.ts';
import type { WorkingCopy } from './working-copy.ts';

/** Tells whether the branch has a picture, by its address on the site. */
export const isPictureOf =
  (copy: WorkingCopy) =>
  (address: string): boolean =>
    copy.now().pictures.has(address.replace('/pictures/', ''));

/** The content as it was before the proposal. */
function contentBefore(source: CopySource, changed: readonly ChangedFile[]): CopySource {
  const texts = new Map(changed.map(({ file, before }) => [file, before]));
  const files = source.files().filter((file) => !texts.has(file));
  const existed = changed.flatMap(({ file, before }) => (before === null ? [] : [file]));
  return {
    files: () => [...files, ...existed],
    read: (file) => (texts.has(file) ? (texts.get(file) ?? null) : source.read(file)),
    version: (file) => source.version(file),
  };
}

/** What a build would say of one file: its words, and its links to the others. */
function mistakesOf(source: CopySource, file: string, isPicture: (address: string) => boolean): Mistake[] {
  const text = source.read(file);
  if (text === null) return [];
  try {
    const { data } = entry(source, file);
    return [...mistakesIn(source, file, data, text), ...linkMistakes(source, file, data, isPicture)];
  } catch (error) {
    return [{ path: [], message: error instanceof Error ? error.message : String(error) }];
  }
}

/** Files that the proposal removes although the site needs them, or adds although it does not use them. */
async function namedWrongly(host: CodeHost, copy: WorkingCopy): Promise<Mistake[]> {
  const listings = await host.listings([copy.base(), copy.now().head]);
  // As in a build, which passes over what macOS writes wherever somebody looks.
  const isOfContent = (file: string) => file.startsWith('content/') && !file.endsWith('/.DS_Store');
  const [before = [], now = []] = listings.map((listing) => inventoryMistakes([...listing.keys()].filter(isOfContent)));
  return now.filter((message) => !before.includes(message)).map((message) => ({ path: [], message }));
}

/**
 * What would stop a build of the site, each with its place: everything in the files that the proposal changes, and in
 * others what was right before, such as a link to a page that is gone.
 */
export async function proposalMistakes(host: CodeHost, copy: WorkingCopy): Promise<Mistake[]> {
  const changed = await changedFiles(host, copy);
  const own = new Set(changed.map(({ file }) => file));
  const before = contentBefore(copy.source, changed);
  const isPicture = isPictureOf(copy);
  const ofWords = copy.source.files().flatMap((file) => {
    const now = mistakesOf(copy.source, file, isPicture);
    const known = now.length === 0 || own.has(file) ? [] : mistakesOf(before, file, isPicture);
    const messages = new Set(known.map(({ message }) => message));
    return now
      .filter(({ message }) => !messages.has(message))
      .map(({ path, message }) => ({ path: [], message, elsewhere: { file, path } }));
  });
  return [...(await namedWrongly(host, copy)), ...ofWords];
}
