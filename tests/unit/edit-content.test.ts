import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { splitSource } from '../../src/editing/core/source-parts.ts';
import { valueAt } from '../../src/editing/core/values.ts';
import { read, write } from '../../src/editing/core/write.ts';
import { type Change, type Path, TEXT, type Value } from '../../src/editing/protocol.ts';
import { checkedEdit } from '../setup/edit-check.ts';
import { COPY_SOURCES, placesIn, type Source } from '../setup/edit-sources.ts';

/** The source after an edit that must not be refused. */
function edited(source: Source, change: Change): string {
  const after = checkedEdit(source, change);
  if ('refused' in after) throw new Error(`${JSON.stringify(change)}: ${after.refused}`);
  return after.text;
}

/** Another value of the same type. */
function other(value: Value): Value {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'text';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? '2031-01-02' : `${value.replace('the', 'any')} It's: "more" # and {more}`;
}

/** The first and last line of a field's value, from 0. */
function linesOf({ text, isMdx }: Source, path: Path): [number, number] {
  const { before, fields } = splitSource(text, isMdx);
  const [start, end] = (parseDocument(fields).getIn(path, true) as { range: [number, number, number] }).range;
  const lineAt = (offset: number) => (before + fields.slice(0, offset)).split('\n').length - 1;
  return [lineAt(start), lineAt(start + fields.slice(start, end).trimEnd().length)];
}

/** The lines before and after a value. */
function around(text: string, [first, last]: [number, number], count: number): string[][] {
  const lines = text.split('\n');
  return [lines.slice(0, first), lines.slice(last + 1 + lines.length - count)];
}

/** Longer files (in characters) run in the exhaustive suite: the longest is read a thousand times. */
const LONG = 1_000;

for (const source of COPY_SOURCES)
  describe(source.file, { timeout: 180_000, tags: source.text.length > LONG ? ['exhaustive'] : [] }, () => {
    const { data } = read(source.text, source.isMdx);
    const places = placesIn(data);
    const fields = places.filter(([first]) => first !== TEXT);
    const count = source.text.split('\n').length;

    it('stays byte-identical when a value is set to itself', () => {
      for (const path of places) {
        const value = valueAt(data, path) ?? null;
        expect(write(source.text, source.isMdx, [{ do: 'set', path, value }])).toEqual({ text: source.text });
      }
    });

    it('changes only the lines of a value that is set', () => {
      for (const path of fields) {
        const value = valueAt(data, path) ?? null;
        if (typeof value === 'object' && value !== null) continue;
        const text = edited(source, { do: 'set', path, value: other(value) });
        expect(text).not.toBe(source.text);
        const lines = linesOf(source, path);
        expect(around(text, lines, count)).toEqual(around(source.text, lines, count));
      }
    });

    it('changes only within a list whose entry is removed, inserted or moved', () => {
      for (const path of fields) {
        const list = valueAt(data, path);
        if (!Array.isArray(list)) continue;
        const fresh = typeof list[0] === 'string' ? 'An entry: new' : (list[0] ?? null);
        const last = list.length - 1;
        const changes: Change[] = [0, last].flatMap((index) => [
          { do: 'remove', path: [...path, index] },
          { do: 'insert', path: [...path, index], value: fresh },
          { do: 'move', path: [...path, index], to: last - index },
        ]);
        const lines = linesOf(source, path);
        // The brackets of an emptied list go on the line of its key.
        if (list.length === 1) lines[0] -= 1;
        for (const change of [...changes, { do: 'insert' as const, path: [...path, list.length], value: fresh }])
          expect(around(edited(source, change), lines, count)).toEqual(around(source.text, lines, count));
      }
    });
  });

const WITH_TEXT = COPY_SOURCES.filter(({ isMdx, text }) => isMdx && splitSource(text, true).text.trim() !== '');

it.each(WITH_TEXT)(
  'the text of $file keeps its other blocks when one is changed, removed, inserted or moved',
  (source) => {
    const blocks = read(source.text, true).data[TEXT] as string[];
    const blocksAfter = (change: Change) => read(edited(source, change), true).data[TEXT];
    for (const [index, block] of blocks.entries()) {
      const path = [TEXT, index];
      const text = `${block} and more`;
      expect(blocksAfter({ do: 'set', path, value: text })).toEqual(blocks.with(index, text));
      expect(blocksAfter({ do: 'insert', path, value: 'A new one.' })).toEqual(
        blocks.toSpliced(index, 0, 'A new one.'),
      );
      expect(blocksAfter({ do: 'move', path, to: 0 })).toEqual([block, ...blocks.toSpliced(index, 1)]);
      expect(blocksAfter({ do: 'remove', path })).toEqual(blocks.toSpliced(index, 1));
    }
  },
);
