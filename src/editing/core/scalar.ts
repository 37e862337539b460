import { isScalar, type ParsedNode, Scalar } from 'yaml';
import { foldedText, literalText } from './block-text.ts';
import { isDayText, isPlainText, isUnprintable } from './plain-text.ts';
import { doubleQuoted, quoted } from './quoted-text.ts';
import { lineEnd } from './source-lines.ts';
import { onLine, type YamlLines } from './yaml-lines.ts';

/** How a value is written in a source, as far as a replacement should imitate it. */
export interface Manner {
  readonly type?: Scalar.Type | undefined;
  /** Of a block scalar, without indentation. */
  readonly lines?: readonly string[];
  /** The column of these lines. */
  readonly indent?: number;
  /** It is a day without quotes. */
  readonly day?: boolean;
}

/** Whether a node is a block scalar (`>` or `|`). */
export const isBlockText = (node: unknown): node is Scalar =>
  isScalar(node) && (node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL);

/** How the value of a node is written in its source. */
export function mannerOf(node: ParsedNode | null | undefined, source: string): Manner {
  if (!isScalar(node)) return {};
  if (isBlockText(node)) {
    const lines = source
      .slice(lineEnd(source, node.range[0]), node.range[1])
      .split('\n')
      .slice(1)
      .map((line) => line.trimEnd());
    while (lines.at(-1) === '') lines.pop();
    const indent = lines.find((line) => line !== '')?.search(/\S/) ?? 0;
    return { type: node.type, lines: lines.map((line) => line.slice(indent)), indent };
  }
  const { type, value } = node;
  if (typeof value !== 'string') return { type };
  // Double quotes that only avoid escapes are no preference: formatters remove them when they no longer do.
  const isNeeded = type === Scalar.QUOTE_DOUBLE && !isUnprintable(value) && quoted(value, 'single').startsWith('"');
  return { type: isNeeded ? Scalar.QUOTE_SINGLE : type, day: type === Scalar.PLAIN && isDayText(value) };
}

/** Where a value will be. */
export interface Spot {
  /** The column of its key or hyphen. */
  readonly column: number;
  /** Whether it is in brackets or braces. */
  readonly inFlow: boolean;
}

function writtenBlock(text: string, { column }: Spot, { type, lines, indent }: Manner): YamlLines | undefined {
  const at = indent && indent > column ? indent : column + 2;
  if (type === Scalar.BLOCK_FOLDED) return foldedText(text, at, lines) ?? literalText(text, at);
  // Existing double quotes stay: they can escape line breaks.
  if (type === Scalar.BLOCK_LITERAL || (text.includes('\n') && type !== Scalar.QUOTE_DOUBLE))
    return literalText(text, at);
  return undefined;
}

/**
 * A text, number, true, false or null as YAML writes it: in the existing style if that can hold the value, otherwise in
 * the plainest one that every parser reads correctly.
 */
export function writtenScalar(value: string | number | boolean | null, spot: Spot, manner: Manner): YamlLines {
  if (typeof value !== 'string') return onLine(String(value));
  if (manner.day && isDayText(value)) return onLine(value);
  const lines = spot.inFlow ? undefined : writtenBlock(value, spot, manner);
  if (lines) return lines;
  const inQuotes = manner.type === Scalar.QUOTE_DOUBLE || manner.type === Scalar.QUOTE_SINGLE;
  if (!inQuotes && isPlainText(value, spot.inFlow)) return onLine(value);
  return onLine(quoted(value, manner.type === Scalar.QUOTE_DOUBLE ? 'double' : 'single'));
}

/** The same, in the one style that can hold any text anywhere. */
export const safeScalar = (value: string | number | boolean | null): YamlLines =>
  onLine(typeof value === 'string' ? doubleQuoted(value) : String(value));
