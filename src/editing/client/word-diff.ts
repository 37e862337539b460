import { commonParts } from '../core/common-parts.ts';

/** A piece of a text, and whether it is missing in the other text. */
export interface Piece {
  text: string;
  changed: boolean;
}

const WORDS = /\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;

const put = (pieces: Piece[], text: string, changed: boolean) => {
  const last = pieces.at(-1);
  if (last?.changed === changed) last.text += text;
  else pieces.push({ text, changed });
};

/** Two versions of a text in pieces (words, whitespace, other characters), with the differences marked. */
export function wordDiff(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const a = before.match(WORDS) ?? [];
  const b = after.match(WORDS) ?? [];
  const common = commonParts<string>(a, b, (one, other) => one === other);
  const pieces = (words: readonly string[], kept: ReadonlySet<number>) => {
    const all: Piece[] = [];
    words.forEach((word, at) => put(all, word, !kept.has(at)));
    return smooth(all);
  };
  return {
    before: pieces(a, new Set(common.map(([at]) => at))),
    after: pieces(b, new Set(common.map(([, at]) => at))),
  };
}

/** Marks the whitespace between marked words, so that a new phrase is marked as a whole. */
function smooth(pieces: readonly Piece[]): Piece[] {
  const marked: Piece[] = [];
  pieces.forEach(({ text, changed }, index) => {
    const between = text.trim() === '' && pieces[index - 1]?.changed === true && pieces[index + 1]?.changed === true;
    put(marked, text, changed || between);
  });
  return marked;
}
