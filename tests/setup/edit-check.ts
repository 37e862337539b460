import { parseDocument } from 'yaml';
import { expect } from 'vitest';
import { splitSource } from '../../src/editing/core/source-parts.ts';
import { applyChange, type Data, sameValue, valueAt } from '../../src/editing/core/values.ts';
import { read, write } from '../../src/editing/core/write.ts';
import { type Change, type Path, TEXT, type Value } from '../../src/editing/protocol.ts';
import { readByAstro, type Source, withDays } from './edit-sources.ts';

/** Comments. Those of the nasty sources can't be confused with anything else. */
const notesIn = ({ text, file }: Source) =>
  [...text.matchAll(file.startsWith('content/') ? /^ *# .*$/gm : /# n\d+/g)].map(({ 0: note, index }) => ({
    note,
    index,
  }));

/** The parts of a `yaml` node that are needed here. */
interface Node {
  items?: (Node & { key?: Node; value?: Node | null })[];
  range?: [number, number, number];
  value?: unknown;
}

/** The range of a value and of the comments that may be removed with it: from those above it to its last line. */
function linesOf({ text, isMdx }: Source, path: Path): [number, number] {
  const { before, fields } = splitSource(text, isMdx);
  let node = parseDocument(fields).contents as unknown as Node | null | undefined;
  let head = 0;
  for (const key of path) {
    const item =
      typeof key === 'number' ? node?.items?.[key] : node?.items?.find((one) => String(one.key?.value) === key);
    node = item?.key ? item.value : item;
    head = (item?.key ?? item)?.range?.[0] ?? head;
  }
  let line = fields.lastIndexOf('\n', head - 1) + 1;
  const isNote = (start: number) =>
    /^[ \t]*(?:-[ \t]+)*(?:#|-\s*$)/.test(fields.slice(start, fields.indexOf('\n', start)));
  for (let above = line; above > 0;) {
    above = fields.lastIndexOf('\n', above - 2) + 1;
    if (isNote(above)) line = above;
    else if (fields.slice(above, fields.indexOf('\n', above)).trim() !== '') break;
  }
  const last = fields.indexOf('\n', Math.max(head, (node?.range?.[2] ?? head) - 1));
  return [line + before.length, (last < 0 ? fields.length : last) + before.length];
}

/** The names of the fields that Astro reads as a Date. */
const datesIn = (value: unknown, key = ''): string[] => {
  if (value instanceof Date) return [key];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => datesIn(inner, name))
    : [];
};

const withoutText = ({ [TEXT]: _text, ...fields }: Data) => fields;
/** The comments and imports of a text, which must not change. */
const unlistedIn = (text: string) => text.match(/\{\/\*[^]*?\*\/\}|^import .*$/gm) ?? [];

const words = (blocks: Value | undefined) =>
  (blocks as string[])
    .join('\n')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');

/** Checks what must hold after any edit of the fields. */
function checkFields(source: Source, after: Source, change: Change, data: Data, intended: Data): void {
  const byAstro = readByAstro(after);
  expect(withDays(byAstro)).toEqual(withoutText(intended));
  expect(['day', 'date']).toEqual(expect.arrayContaining([...new Set(datesIn(byAstro))]));
  const old = valueAt(data, change.path);
  if (old === undefined || sameValue(data, intended)) return;
  const [start, end] = linesOf(source, change.path);
  if (change.do === 'set') {
    expect(after.text.slice(0, start)).toBe(source.text.slice(0, start));
    expect(after.text.endsWith(source.text.slice(end))).toBe(true);
  }
  const mayGo = change.do === 'remove' || (change.do === 'set' && typeof old === 'object' && old !== null);
  for (const { note, index } of notesIn(source))
    if (!mayGo || index < start || index > end) expect(after.text).toContain(note);
}

/**
 * Makes an edit and checks everything that could be wrong with the result.
 *
 * @returns the source after it or, if it is refused, why
 */
export function checkedEdit(source: Source, change: Change): Source | { refused: string } {
  const { file, isMdx, text } = source;
  const { data } = read(text, isMdx);
  const intended = applyChange(data, change);
  const result = write(text, isMdx, [change]);
  if ('refused' in result) return result;
  const after = { file, isMdx, text: result.text };
  const now = read(after.text, isMdx).data;
  expect(withoutText(now)).toEqual(withoutText(intended));
  if (sameValue(data, intended)) expect(after.text).toBe(text);
  const [was, is] = [splitSource(text, isMdx), splitSource(after.text, isMdx)];
  expect(is.before).toBe(was.before);
  if (change.path[0] === TEXT) {
    expect(is.fields).toBe(was.fields);
    expect(words(now[TEXT])).toBe(words(intended[TEXT]));
    for (const unlisted of unlistedIn(was.text)) expect(is.text).toContain(unlisted);
  } else {
    expect(is.text).toBe(was.text);
    checkFields(source, after, change, data, intended);
    if (!isMdx) expect(after.text.endsWith('\n')).toBe(text.endsWith('\n'));
  }
  // A file with consistent line breaks keeps them.
  if (!text.includes('\r')) expect(after.text).not.toContain('\r');
  if (text.includes('\r\n') && !/[^\r]\n/.test(text)) expect(after.text).not.toMatch(/[^\r]\n/);
  return after;
}
