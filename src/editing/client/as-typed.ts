import { beforeChanges, throughChanges } from '../core/shifted-paths.ts';
import { stepsBetween } from '../core/refine.ts';
import { applyAll, sameValue, type Data } from '../core/values.ts';
import { TEXT, type Change, type Path, type Value } from '../protocol.ts';
import type { OpenEntry } from './state.ts';
import { trimmed } from './values.ts';

/**
 * What a form shows: the file, or what was typed before a save. A form that stays open keeps its fields, although a save
 * removes blanks at the ends of texts, and makes several paragraphs of one with an empty line: whoever is typing goes on in
 * the same field.
 */
interface Shown {
  base: Data;
  changes: readonly Change[];
  /** The data of the file, if it differs from the base. */
  inFile?: Data;
}

/** What the form of a file shows: its draft, or the file as it was read. */
export function shownFrom(entry: OpenEntry | undefined, draft: Shown | undefined): Shown | undefined {
  if (draft || !entry) return draft;
  return { base: entry.data, changes: [], ...(entry.inFile && { inFile: entry.inFile }) };
}

/** A block without hidden notes, which are no paragraphs of a file. */
const withoutNotes = (block: Value | undefined): string =>
  typeof block === 'string' ? block.replaceAll(/\{\/\*.*?\*\/\}/gs, '') : '';

const wordsOf = (block: Value | undefined): readonly string[] => withoutNotes(block).match(/\S+/g) ?? [];

const blocksOf = (data: Data): readonly Value[] => (Array.isArray(data[TEXT]) ? data[TEXT] : []);

/** How many paragraphs of a file each one that was typed has become; undefined if the file has other words. */
function countParts(typed: readonly Value[], inFile: readonly Value[]): number[] | undefined {
  const counts: number[] = [];
  let at = 0;
  for (const block of typed) {
    const words = wordsOf(block);
    const found: string[] = [];
    const start = at;
    for (; found.length < words.length && at < inFile.length; at += 1) found.push(...wordsOf(inFile[at]));
    if (!sameValue(found, [...words])) return undefined;
    counts.push(at - start);
  }
  return at === inFile.length ? counts : undefined;
}

const sameFields = (file: Data, written: Data): boolean =>
  sameValue(trimmed({ ...file, [TEXT]: null }), trimmed({ ...written, [TEXT]: null }));

/** Whether a file has what was written, apart from where its paragraphs begin. */
export const hasWords = (file: Data, written: Data): boolean =>
  sameFields(file, written) && countParts(blocksOf(written), blocksOf(file)) !== undefined;

/** The lines of a text that are not empty. */
const linesOf = (data: Data): string[] =>
  blocksOf(data).flatMap((block) =>
    withoutNotes(block)
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== ''),
  );

/** Whether a file has all that was written, line by line. A paragraph with an empty line is two in the file. */
export const hasArrived = (file: Data, written: Data): boolean =>
  sameFields(file, written) && sameValue(linesOf(file), linesOf(written));

/** The paragraphs of the file for one that has changed since: those at its beginning and end that have not are as they are. */
function changedParts(before: Value | undefined, now: Value, parts: readonly Value[]): readonly Value[] {
  if (parts.length < 2 || typeof before !== 'string' || typeof now !== 'string') return [now];
  let from = 0;
  const places = parts.map((part) => {
    const text = typeof part === 'string' ? part : '';
    const start = before.indexOf(text, from);
    from = start + text.length;
    return { start, end: from };
  });
  if (places.some(({ start }) => start === -1)) return [now];
  // Without an empty line between them, what one is depends on the other.
  const first = places.findLastIndex(({ start }) => {
    const head = before.slice(0, start);
    return /\n\s*\n$/.test(head) && now.startsWith(head);
  });
  const rest = now.slice(places[first]?.start ?? 0);
  const last = places.findIndex(({ end }, index) => {
    const tail = before.slice(end);
    return index >= first && /^\n\s*\n/.test(tail) && rest.endsWith(tail);
  });
  const tail = before.slice(places[last]?.end ?? before.length);
  const changed = rest.slice(0, rest.length - tail.length);
  if (changed.trim() === '') return [now];
  // Two lists, one below the other, are one.
  if ([before, now].some((text) => /^\s*(?:[-*+]|\d+[.)])\s/m.test(text))) return [now];
  return [...parts.slice(0, Math.max(first, 0)), changed, ...(last === -1 ? [] : parts.slice(last + 1))];
}

/** The paragraphs that the file is to have. */
function wantedText({ base, changes }: Shown, shown: readonly Value[], inFile: readonly Value[]): Value[] {
  const typed = blocksOf(base);
  const counts = countParts(typed, inFile);
  if (!counts) return [...shown];
  const partsOf = (index: number) => {
    const start = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
    return inFile.slice(start, start + (counts[index] ?? 0));
  };
  const origins = new Map(typed.map((_, index) => [throughChanges([TEXT, index], changes)?.[1], index]));
  return shown.flatMap((block, at) => {
    const origin = origins.get(at);
    if (origin === undefined) return [block];
    const parts = partsOf(origin);
    return sameValue(block, typed[origin]) ? parts : changedParts(typed[origin], block, parts);
  });
}

/** The data of the file that a form belongs to, and the changes that lead from it to what the form shows. */
export function ofFile(form: Shown): { base: Data; changes: readonly Change[] } {
  const { base, changes, inFile } = form;
  if (!inFile) return { base, changes };
  if (sameValue(base[TEXT], inFile[TEXT])) return { base: inFile, changes };
  const shown = applyAll(base, changes);
  const wanted = { [TEXT]: wantedText(form, blocksOf(shown), blocksOf(inFile)) };
  const ofText = stepsBetween({ [TEXT]: [...blocksOf(inFile)] }, wanted);
  return { base: inFile, changes: [...changes.filter(({ path }) => path[0] !== TEXT), ...ofText] };
}

/** The place in a form that a mistake in what it had sent is about. */
export function placeOfMistake(path: Path, shown: Data): Path {
  const [list, index, ...rest] = path;
  if (list !== TEXT || typeof index !== 'number') return path;
  let end = 0;
  const place = blocksOf(shown).findIndex((block) => (end += countParagraphs(block)) > index);
  return place === -1 ? path : [TEXT, place, ...rest];
}

/** How many paragraphs a field becomes. A list and code can have empty lines of their own. */
const countParagraphs = (block: Value | undefined): number => {
  if (typeof block !== 'string') return 1;
  const text = block.trim();
  return text === '' ? 0 : /^(?:```|~~~|[-*+] |\d+[.)] )/.test(text) ? 1 : text.split(/\n\s*\n/).length;
};

/** Where a place of the file is in its form; undefined if it is gone. */
export function placeInForm([list, index, ...rest]: Path, { base, changes, inFile }: Shown): Path | undefined {
  if (list === undefined) return [];
  if (index === undefined) return throughChanges([list], changes);
  const counts = inFile && list === TEXT && countParts(blocksOf(base), blocksOf(inFile));
  if (!counts || typeof index !== 'number') return throughChanges([list, index, ...rest], changes);
  let end = 0;
  const typed = counts.findIndex((count) => (end += count) > index);
  return typed === -1 ? undefined : throughChanges([list, typed, ...rest], changes);
}

/** Where a place of a form is in its file; undefined if it is new. */
export function placeInFile(path: Path, { base, changes, inFile }: Shown): Path | undefined {
  const before = beforeChanges(path, changes);
  const [list, index, ...rest] = before ?? [];
  const counts = inFile && list === TEXT && countParts(blocksOf(base), blocksOf(inFile));
  if (!counts || typeof index !== 'number') return before;
  return [list, counts.slice(0, index).reduce((sum, count) => sum + count, 0), ...rest];
}
