import { TEXT, type Difference, type Value } from '../protocol.ts';
import { commonParts } from './common-parts.ts';
import type { Field } from './field.ts';
import { HIDDEN } from './hidden.ts';
import { pictureOf } from './picture-block.ts';
import { isGroup, sameValue } from './values.ts';
import { fieldWithin } from './variant.ts';

/** A value that has changed. `where` begins within the file, for example `Items › 1 › Title`. */
type Changed = Omit<Difference, 'file'>;
type Shape = Field | undefined;

/** How much of an entry says which one it is, in characters. */
const LONGEST_NAME = 60;

/** The kinds of fields that can say which entry is meant. */
const NAMING: readonly unknown[] = ['text', 'reference'];

function shownText(text: string): string {
  const picture = pictureOf(text);
  if (!picture) return text;
  const { alt, address, caption } = picture;
  return `Picture ${address.replace(/^.*\//, '')}: ${alt}${caption === '' ? '' : ` (${caption})`}`;
}

/**
 * The differences between two versions of a file, as a person would tell them, each once. List entries are matched up
 * first, so that an added entry does not make the others differ, and a moved one is not removed and added.
 *
 * @param form of the file's schema, for the names of the fields
 * @param titleOf says what a field refers to that has the name of another file
 */
export function differencesOf(
  before: Value | undefined,
  after: Value | undefined,
  form: Shape,
  titleOf: (folder: string, name: string) => string = (_, name) => name,
): Changed[] {
  const within = (field: Shape, value: Value, key: string | number) => field && fieldWithin(field, value, key);

  /** A value as a reader sees it. */
  const shown = (value: Value, field: Shape): string => {
    if (value === null) return 'nothing';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'object')
      return Object.entries(value)
        .map(([key, inner]) => shown(inner, within(field, value, key)))
        .join(' · ');
    if (typeof value === 'number') return String(value);
    return field?.kind === 'reference' ? titleOf(field.folder, value) : shownText(value);
  };

  /** Says which entry is meant, with the first of its texts. */
  const called = (entry: Value, field: Shape): string => {
    const naming = (key: string) => NAMING.includes(within(field, entry, key)?.kind);
    const [key, text] = (isGroup(entry) && Object.entries(entry).find(([one]) => naming(one))) || [];
    const name = key === undefined ? shown(entry, field) : shown(text ?? null, within(field, entry, key));
    return name.length > LONGEST_NAME ? `“${name.slice(0, LONGEST_NAME - 1)}…”` : `“${name}”`;
  };

  const walk = (a: Value | undefined, b: Value | undefined, field: Shape, where: readonly string[]): Changed[] => {
    if (a !== undefined && b !== undefined) {
      if (sameValue(a, b)) return [];
      if (Array.isArray(a) && Array.isArray(b)) return lists(a, b, field, where);
      if (isGroup(a) && isGroup(b))
        return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => {
          const inner = within(field, b[key] === undefined ? a : b, key);
          if (key !== HIDDEN)
            return walk(a[key], b[key], inner, [...where, key === TEXT ? 'Text' : (inner?.label ?? key)]);
          if (sameValue(a[key], b[key])) return [];
          const done = b[key] === true ? 'hidden' : 'shown again';
          return [{ where: where.join(' › '), says: `${called(b, field)} ${done}` }];
        });
    }
    return [
      {
        where: where.join(' › '),
        ...(a !== undefined && { before: shown(a, field) }),
        ...(b !== undefined && { after: shown(b, field) }),
      },
    ];
  };

  const lists = (a: Value[], b: Value[], field: Shape, where: readonly string[]): Changed[] => {
    const entry = within(field, a, 0);
    const common = commonParts(a, b, sameValue);
    const [stayed, taken] = [new Set(common.map(([at]) => at)), new Set(common.map(([, to]) => to))];
    const found: Changed[] = [];
    a.forEach((item, at) => {
      const to = stayed.has(at) ? -1 : b.findIndex((other, index) => !taken.has(index) && sameValue(item, other));
      if (to < 0) return;
      stayed.add(at);
      taken.add(to);
      found.push({ where: where.join(' › '), says: `${called(item, entry)} moved from ${at + 1} to ${to + 1}` });
    });
    let [at, to] = [0, 0];
    for (const [untilA, untilB] of [...common, [a.length, b.length] as const]) {
      const gone = [...a.keys()].filter((index) => index >= at && index < untilA && !stayed.has(index));
      const come = [...b.keys()].filter((index) => index >= to && index < untilB && !taken.has(index));
      // Removed entries pair up with added ones as changes; the rest were removed or added.
      for (let pair = 0; pair < Math.max(gone.length, come.length); pair += 1) {
        const [was, is] = [gone[pair], come[pair]];
        const place = [...where, String((was ?? is ?? 0) + 1)];
        found.push(...walk(was === undefined ? was : a[was], is === undefined ? is : b[is], entry, place));
      }
      [at, to] = [untilA + 1, untilB + 1];
    }
    return found;
  };
  return walk(before, after, form, []);
}
