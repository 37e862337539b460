import { diffArrays } from 'diff';
import { TEXT, type Difference, type Value } from '../protocol.ts';
import type { Field } from './field.ts';
import { isGroup, sameValue } from './values.ts';
import { fieldWithin } from './variant.ts';

/** A value that has changed. `where` begins within the file, for example `Items › 1 › Title`. */
type Changed = Omit<Difference, 'file'>;

/** A value as a reader sees it. */
function shown(value: Value): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(shown).join(' · ');
  if (typeof value === 'object') return Object.values(value).map(shown).join(' · ');
  return String(value);
}

/**
 * The differences between two versions of a file, each value once. List entries are matched up first, so that an added
 * entry does not make the others differ.
 *
 * @param form of the file's schema, for the names of the fields
 */
export function differencesOf(before: Value | undefined, after: Value | undefined, form: Field | undefined): Changed[] {
  const walk = (
    a: Value | undefined,
    b: Value | undefined,
    field: Field | undefined,
    where: readonly string[],
  ): Changed[] => {
    if (a !== undefined && b !== undefined) {
      if (sameValue(a, b)) return [];
      if (Array.isArray(a) && Array.isArray(b)) return lists(a, b, field, where);
      if (isGroup(a) && isGroup(b))
        return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => {
          const inner = field && fieldWithin(field, b[key] === undefined ? a : b, key);
          return walk(a[key], b[key], inner, [...where, key === TEXT ? 'Text' : (inner?.label ?? key)]);
        });
    }
    return [
      {
        where: where.join(' › '),
        ...(a !== undefined && { before: shown(a) }),
        ...(b !== undefined && { after: shown(b) }),
      },
    ];
  };
  const lists = (a: Value[], b: Value[], field: Field | undefined, where: readonly string[]): Changed[] => {
    const found: Changed[] = [];
    let [at, to] = [0, 0];
    const parts = diffArrays(a, b, { comparator: sameValue });
    parts.forEach(({ added, removed, value }, index) => {
      if (removed) {
        const next = parts[index + 1];
        const instead = next?.added ? next.value : [];
        // Removed entries pair up with added ones as changes; the rest were removed.
        value.forEach((item, offset) => {
          const replacement = instead[offset];
          found.push(
            ...walk(item, replacement, field && fieldWithin(field, a, at + offset), [
              ...where,
              String(at + offset + 1),
            ]),
          );
        });
        at += value.length;
      } else if (added) {
        const before = parts[index - 1];
        const replaced = before?.removed ? before.value.length : 0;
        value.slice(replaced).forEach((item, offset) => {
          found.push(...walk(undefined, item, undefined, [...where, String(to + replaced + offset + 1)]));
        });
        to += value.length;
      } else {
        at += value.length;
        to += value.length;
      }
    });
    return found;
  };
  return walk(before, after, form, []);
}
