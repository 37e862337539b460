import type { PageMistake } from '../../../src/build/page-check/checked-page.ts';
import { onceEach } from '../../../src/build/page-check/site-mistakes.ts';
import { TEXT_PATH } from '../../../src/build/page-check/text-links.ts';
import { isShown } from '../../../src/schemas/copy-files.ts';
import { entry } from '../../../src/editing/files/entries.ts';
import { asSentence, inOtherFile, mistakesIn } from '../../../src/editing/files/mistakes.ts';
import { RefusedError } from '../../../src/editing/core/refused-error.ts';
import { read } from '../../../src/editing/core/write.ts';
import type { Mistake, Path, Value } from '../../../src/editing/protocol.ts';
import type { CheckedSite } from './checked-site.ts';
import { onDisk } from './disk.ts';

/** The places in a value that have what a message is about (see {@link PageMistake}). */
function placesOf(value: Value, written: string, path: Path = []): Path[] {
  if (typeof value === 'string') {
    const isWritten =
      value === written ||
      // In a text, as the target of a link or the value of an attribute.
      value.includes(`(${written})`) ||
      value.includes(`"${written}"`) ||
      `${String(path.at(-1))}: ${value}` === written;
    return isWritten ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, inner]) => placesOf(inner, written, [...path, key]));
}

type Entries = (file: string) => ReturnType<typeof entry> | undefined;

/** Reads each file once: there can be thousands of mistakes. One that was damaged by hand has no entry. */
function readOnce(): Entries {
  const known = new Map<string, ReturnType<Entries>>();
  const readFile: Entries = (file) => {
    try {
      return entry(onDisk, file);
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  };
  return (file) => {
    if (!known.has(file)) known.set(file, readFile(file));
    return known.get(file);
  };
}

const inOther = (entries: Entries, file: string, path: Path, message: string): Mistake =>
  inOtherFile(entries(file)?.title ?? file, file, path, message);

/**
 * Mistakes of pages as mistakes of a form: each at the field that it is about, or with its place in another file.
 *
 * @param file that is being changed, if it is one that is
 */
export function asFormMistakes(mistakes: readonly PageMistake[], file?: string): Mistake[] {
  const all = onDisk.files();
  const entries = readOnce();
  const placesIn = (one: string, written: string): Path[] => {
    const found = entries(one);
    return found ? placesOf(found.data, written) : [];
  };
  return onceEach(mistakes).map(({ where, message, written }) => {
    const onPage = { path: [], message: `${where}: ${message}` };
    if (written === undefined) return onPage;
    // An anchor alone can be right on other pages.
    const said = written.startsWith('#') ? `on ${where}, ${message}` : message;
    const [own] = file !== undefined && all.includes(file) ? placesIn(file, written) : [];
    if (own) return { path: own, message: asSentence(said) };
    // The agent's questions have the addresses of sections, too.
    const candidates = all.filter((one) => isShown(one) !== (where === TEXT_PATH));
    const [other] = candidates.flatMap((one) => placesIn(one, written).map((path) => ({ file: one, path })));
    return other ? inOther(entries, other.file, other.path, said) : onPage;
  });
}

/** Everything that would stop a build: in files, or else on the pages that show them. */
export async function findMistakes(pages: CheckedSite): Promise<Mistake[]> {
  const entries = readOnce();
  const inFiles = onDisk.files().flatMap((file): Mistake[] => {
    const source = onDisk.read(file) ?? '';
    try {
      const { data } = read(source, file.endsWith('.mdx'));
      return mistakesIn(onDisk, file, data, source).map(({ path, message }) => inOther(entries, file, path, message));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return [{ path: [], message: `${file}: ${error.message}`, elsewhere: { file, path: [] } }];
    }
  });
  return inFiles.length > 0 ? inFiles : asFormMistakes(await pages.mistakes());
}
