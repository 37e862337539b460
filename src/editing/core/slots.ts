import { type CST, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { shortcutRefused, unusualRefused } from './refused-error.ts';
import { isBlockText } from './scalar.ts';

/** Fields or a list in a source. */
export type Holder = YAMLMap.Parsed | YAMLSeq.Parsed;

/** A field or list entry in a source. */
export interface Slot {
  /** The field's name; undefined for a list entry. */
  readonly key: string | undefined;
  /** The offset of its key or hyphen or, in brackets, of its value. */
  readonly head: number;
  /** The offset after its colon or hyphen, if it has one. */
  readonly after: number | undefined;
  /** The offset after its last character, comments and line breaks excluded. */
  readonly end: number;
  /** Undefined for an empty value, which YAML reads as null. */
  readonly node: ParsedNode | undefined;
}

/** Whether a node is fields or a list. */
export const isHolder = (node: unknown): node is Holder => isMap(node) || isSeq(node);

/** Whether a node is fields or a list in block style, not in brackets. */
export const isBlock = (node: unknown): boolean => isHolder(node) && !node.flow;

/** The node, unless it is the parser's placeholder for an empty value. */
const standing = (node: ParsedNode | null | undefined): ParsedNode | undefined =>
  node && !(isScalar(node) && node.range[0] === node.range[1]) ? node : undefined;

/** The offset after the last character of a node. Trailing empty lines count only if the text keeps them (`+`). */
export function nodeEnd(node: ParsedNode, source: string): number {
  if (isHolder(node) && !node.flow) return slotsOf(node, source).at(-1)?.end ?? node.range[1];
  if (!isBlockText(node)) return node.range[1];
  const text = source.slice(node.range[0], node.range[1]);
  const keepsLines = /^[>|]\d?\+/.test(text);
  return node.range[0] + (keepsLines ? text.replace(/\r?\n$/, '') : text.trimEnd()).length;
}

const offsetOf = (tokens: readonly CST.SourceToken[] | undefined, type: CST.TokenType) =>
  tokens?.find((token) => token.type === type)?.offset;

/** Whether a node has an anchor or a tag. */
export const isMarked = (node: ParsedNode | null | undefined) => Boolean(node && ('anchor' in node || node.tag));

function fieldSlot(pair: Holder['items'][number], source: string): Slot {
  if (!('key' in pair) || !pair.srcToken || !isScalar(pair.key)) throw unusualRefused();
  const { key } = pair;
  const { start, sep } = pair.srcToken;
  if (offsetOf(start, 'explicit-key-ind') !== undefined || !standing(key)) throw unusualRefused();
  if (isMarked(key)) throw shortcutRefused();
  const colon = offsetOf(sep, 'map-value-ind');
  const after = colon === undefined ? undefined : colon + 1;
  const node = standing(pair.value);
  const end = node ? nodeEnd(node, source) : (after ?? key.range[1]);
  return { key: String(key.value), head: key.range[0], after, end, node };
}

function entrySlot(item: ParsedNode, hyphen: number | undefined, source: string): Slot {
  const node = standing(item);
  const after = hyphen === undefined ? undefined : hyphen + 1;
  // Without a hyphen, what precedes the value can't be distinguished from what precedes the entry.
  if (hyphen === undefined && isMarked(item)) throw shortcutRefused();
  if (hyphen === undefined && isMap(item) && !item.srcToken) throw unusualRefused();
  const end = node ? nodeEnd(node, source) : (after ?? item.range[1]);
  return { key: undefined, head: hyphen ?? item.range[0], after, end, node };
}

/**
 * The fields or entries of a holder, in order.
 *
 * @throws RefusedError for syntax that can't be changed
 */
export function slotsOf(holder: Holder, source: string): Slot[] {
  if (isMap(holder)) return holder.items.map((pair) => fieldSlot(pair, source));
  const token = holder.srcToken;
  const hyphens =
    token?.type === 'block-seq' ? token.items.flatMap(({ start }) => offsetOf(start, 'seq-item-ind') ?? []) : [];
  return holder.items.map((item, index) => entrySlot(item, hyphens[index], source));
}
