import { isCollection, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Path, Value } from '../protocol.ts';
import { writtenKey } from './quoted-text.ts';
import { type Manner, mannerOf, safeScalar, type Spot, writtenScalar } from './scalar.ts';
import { isGroup } from './values.ts';
import { onLine, type YamlLines } from './yaml-lines.ts';

/** How values are written. */
export interface Emission {
  /** The source that contains the nodes to imitate. */
  readonly source: string;
  /** Whether a path holds a day, which is written without quotes. */
  readonly isDay: (path: Path) => boolean;
  /** Puts all texts in double quotes, which can hold anything. */
  readonly safe: boolean;
}

const BLANK = { type: undefined };

/** The node at a key of the node to imitate. */
function innerOf(like: ParsedNode | null | undefined, key: string | number): ParsedNode | null | undefined {
  if (isSeq<ParsedNode>(like)) return like.items[0];
  if (!isMap<ParsedNode, ParsedNode | null>(like)) return undefined;
  return like.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)?.value;
}

const isNested = (value: Value): value is Value[] | { [key: string]: Value } =>
  (Array.isArray(value) || isGroup(value)) && Object.keys(value).length > 0;

function scalar(value: Value, path: Path, spot: Spot, manner: Manner, { safe, isDay }: Emission): YamlLines {
  if (Array.isArray(value)) return onLine('[]');
  if (isGroup(value)) return onLine('{}');
  return safe ? safeScalar(value) : writtenScalar(value, spot, { ...manner, day: manner.day || isDay(path) });
}

function inBrackets(value: Value, path: Path, like: ParsedNode | null | undefined, emission: Emission): string {
  const inner = (key: string | number, item: Value) => inBrackets(item, [...path, key], innerOf(like, key), emission);
  if (!isNested(value)) {
    const { lines, ...manner } = mannerOf(like, emission.source);
    return scalar(value, path, { column: 0, inFlow: true }, lines ? BLANK : manner, emission).head;
  }
  if (Array.isArray(value)) return `[${value.map((item, index) => inner(index, item)).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${writtenKey(key, true)}: ${inner(key, item)}`)
    .join(', ')} }`;
}

/** A value after a hyphen: the first line of a list or of fields is on the hyphen's line. */
export function besideHyphen({ head, lines }: YamlLines): YamlLines {
  const [first, ...others] = lines;
  return head === '' && first !== undefined ? { head: first.trimStart(), lines: others } : { head, lines };
}

/** The lines of a list entry or field, from its hyphen or key on. */
export const entryLines = (start: string, { head, lines }: YamlLines): string[] => [
  head === '' ? start : `${start} ${head}`,
  ...lines,
];

/**
 * A value as YAML writes it.
 *
 * @param path where it will be
 * @param like the node to imitate, for example its neighbor in a list
 */
export function written(
  value: Value,
  path: Path,
  spot: Spot,
  like: ParsedNode | null | undefined,
  emission: Emission,
): YamlLines {
  if (spot.inFlow || (isNested(value) && isCollection(like) && like.flow))
    return onLine(inBrackets(value, path, like, emission));
  if (!isNested(value)) return scalar(value, path, spot, mannerOf(like, emission.source), emission);
  const column = spot.column + 2;
  const pad = ' '.repeat(column);
  const inner = (key: string | number, item: Value) =>
    written(item, [...path, key], { column, inFlow: false }, innerOf(like, key), emission);
  const lines = Array.isArray(value)
    ? value.flatMap((item, index) => entryLines(`${pad}-`, besideHyphen(inner(index, item))))
    : Object.entries(value).flatMap(([key, item]) => entryLines(`${pad}${writtenKey(key, false)}:`, inner(key, item)));
  return { head: '', lines };
}
