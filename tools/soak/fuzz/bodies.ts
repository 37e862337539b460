import fc from 'fast-check';
import type { Column } from './columns.ts';
import { withFreshIds } from './texts.ts';

/** A JSON object as it is sent: names and values as written, so that names may come twice and numbers be of any length. */
export type Body = [name: string, json: string][];

/** JSON that is nothing like a text. */
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

/** A body as it is sent, with ids of its own. */
export const writeBody = (body: Body): string =>
  withFreshIds(`{${body.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`);

/** How a good object is spoilt; `undefined` in the place of JSON takes the name away. */
type Change = [how: 'in place' | 'at the end', name: string, json: string | undefined];

/**
 * Objects of the right names with good values, up to three of which are then changed: to anything of their kind, to any
 * JSON, away, to be there twice, or with names beside them that are not wanted.
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
