import { isSeq } from 'yaml';
import { besideHyphen } from './emit.ts';
import { regionOf } from './region.ts';
import { isBlockText } from './scalar.ts';
import type { YamlPlace } from './yaml-place.ts';
import { isBlock } from './slots.ts';
import { lineEnd, lineStart } from './source-lines.ts';
import type { Splice } from './splice.ts';
import type { YamlLines } from './yaml-lines.ts';
import type { Fields } from './yaml-fields.ts';

const replace = (start: number, end: number, text: string): Splice => ({ start, end, text });

/** In brackets or braces, where everything is on one line. */
function inFlow({ slot: { node, after, end } }: YamlPlace, { head }: YamlLines): Splice[] {
  if (node) return [replace(node.range[0], node.range[1], head)];
  return [after === undefined ? replace(end, end, `: ${head}`) : replace(after, after, ` ${head}`)];
}

/** Replaces a value. A comment next to the key or hyphen stays there. */
export function replacedValue(fields: Fields, place: YamlPlace, value: YamlLines): Splice[] {
  const { source } = fields;
  const { node, end, after = end } = place.slot;
  if (place.inFlow) return inFlow(place, value);
  const { head, lines } = isSeq(place.holder) ? besideHyphen(value) : value;
  const below = lines.map((line) => fields.eol + line).join('');
  const beside = head === '' ? '' : ` ${head}`;
  if (!node) return [replace(after, after, beside), replace(lineEnd(source, after), lineEnd(source, after), below)];
  const [start, stop] = node.range;
  const line = lineEnd(source, isBlock(node) ? after : isBlockText(node) ? start : stop);
  if (isBlock(node)) {
    const { end: last } = regionOf(fields, place.slot);
    if (line > start) return [replace(after, last, beside + below)];
    return [replace(after, after, beside), replace(line, last, below)];
  }
  const isLower = lineStart(source, start) > after;
  const sign = isBlockText(node) ? start + (/^\S+/.exec(source.slice(start))?.[0].length ?? 1) : stop;
  // Lists and fields go below, and leave nothing next to the key.
  const from = head !== '' ? start : isLower ? lineEnd(source, lineStart(source, lineStart(source, start) - 1)) : after;
  return [replace(from, sign, head), replace(line, isBlockText(node) ? Math.max(line, end) : line, below)];
}
