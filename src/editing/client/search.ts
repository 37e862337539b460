import type { Listed, Path } from '../protocol.ts';
import type { Piece } from './word-diff.ts';

/** A search result: a file and its matching texts. */
export interface Found {
  file: Listed;
  hits: { path: Path; where: string; pieces: Piece[] }[];
}

/** The words of a query, each to find where a word begins with it: `auto` in “automation”, but not `to`. */
const wordsOf = (query: string): RegExp[] =>
  query
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const plain = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return new RegExp(/^[\p{L}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${plain}` : plain, 'iu');
    });

/** How much of a long text is shown before the first match, in characters. */
const BEFORE = 40;

/** A text in pieces, with the matches marked. A long text is cut to start shortly before the first match. */
export function marked(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  const at = Math.min(...words.map((word) => text.search(word)).filter((index) => index >= 0));
  const start = at > 2 * BEFORE && at !== Infinity ? Math.max(0, text.lastIndexOf(' ', at - BEFORE)) : 0;
  const shown = start > 0 ? `…${text.slice(start).trimStart()}` : text;
  if (words.length === 0) return [{ text: shown, changed: false }];
  const sought = new RegExp(`(${words.map(({ source }) => source).join('|')})`, 'giu');
  return shown
    .split(sought)
    .map((piece, index) => ({ text: piece, changed: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/**
 * The files with all words of a query in their title, or in one of their texts and its labels. All files for an empty
 * query.
 */
export function search(files: readonly Listed[], query: string): Found[] {
  const words = wordsOf(query);
  const has = (text: string) => words.every((word) => word.test(text));
  if (words.length === 0) return files.map((file) => ({ file, hits: [] }));
  return files
    .map((file) => ({
      file,
      hits: file.texts
        .filter(({ text, where }) => text.trim() !== '' && has(`${where} ${text}`))
        .map(({ path, where, text }) => ({ path, where, pieces: marked(text, query) })),
    }))
    .filter(({ file, hits }) => hits.length > 0 || has(file.title));
}
