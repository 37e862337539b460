import fc from 'fast-check';
import type { Column } from './columns.ts';
import { withFreshIds } from './texts.ts';

/** A JSON object as sent: names and values as written, so that names may repeat and numbers may have any length. */
export type Body = [name: string, json: string][];

/** Arbitrary JSON, mostly unlike any text. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    'null',
    'true',
    '-0',
    '1e400',
    '-1e400',
    '1e-400',
    '12345678901234567890',
    '0.1234567890123456789012345678901234567890',
    '9'.repeat(400),
    '[]',
    '{}',
    '[[]]',
    '["a","b"]',
    '{"a":{"b":[1,null,"\\u0000"]}}',
    '{"__proto__":{"polluted":true}}',
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
    '"\\ud83e\\udd8a"',
    '"\\u0041\\/\\b\\f\\n\\r\\t"',
  ),
);

/** A body as sent, with fresh ids. */
export const writeBody = (body: Body): string =>
  withFreshIds(`{${body.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`);

/** How a valid object is changed; `undefined` instead of JSON removes the name. */
type Change = [how: 'in place' | 'at the end', name: string, json: string | undefined];

/**
 * Objects with the right names and valid values, then up to three changes: a value becomes any of its kind or any JSON,
 * a name is removed or duplicated, or an unwanted name is added.
 */
export function bodiesOf(columns: Readonly<Record<string, Column>>, closed: readonly string[]): fc.Arbitrary<Body> {
  const names = Object.keys(columns);
  const anyOf = (name: string) => columns[name]?.any ?? fc.constant(null);
  const changes: fc.Arbitrary<Change>[] = [
    fc
      .constantFrom(...names)
      .chain((name) => anyOf(name).map((value): Change => ['in place', name, JSON.stringify(value)])),
    fc.tuple(fc.constantFrom(...names), anyJson).map(([name, json]): Change => ['in place', name, json]),
    fc.constantFrom(...names).map((name): Change => ['in place', name, undefined]),
    fc
      .constantFrom(...names)
      .chain((name) => anyOf(name).map((value): Change => ['at the end', name, JSON.stringify(value)])),
    fc.tuple(fc.constantFrom(...closed), anyJson).map(([name, json]): Change => ['at the end', name, json]),
  ];
  const [typed, ...others] = changes;
  return fc
    .tuple(
      fc.record(Object.fromEntries(names.map((name) => [name, columns[name]?.good ?? fc.constant(null)]))),
      fc.array(
        fc.oneof({ weight: 8, arbitrary: typed ?? fc.constant<Change>(['in place', '', undefined]) }, ...others),
        { maxLength: 3 },
      ),
    )
    .map(([good, list]) => {
      let entries = Object.entries(good).map(([name, value]): Body[number] => [name, JSON.stringify(value)]);
      for (const [how, name, json] of list)
        if (json === undefined) entries = entries.filter(([other]) => other !== name);
        else if (how === 'in place') entries = entries.map((entry) => (entry[0] === name ? [name, json] : entry));
        else entries = [...entries, [name, json]];
      return entries;
    });
}
