import type { Listed, Path } from '../protocol.ts';
import type { Piece } from './word-diff.ts';

/** A search result: a file and its matching texts. */
export interface Found {
  file: Listed;
  hits: { path: Path; where: string; pieces: Piece[] }[];
}

const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** How much of a long text is shown before the first match, in characters. */
const BEFORE = 40;

/** A text in pieces, with the matches marked. A long text is cut to start shortly before the first match. */
export function marked(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  const lower = text.toLowerCase();
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0));
  const start = at > 2 * BEFORE && at !== Infinity ? Math.max(0, text.lastIndexOf(' ', at - BEFORE)) : 0;
  const shown = start > 0 ? `…${text.slice(start).trimStart()}` : text;
  if (words.length === 0) return [{ text: shown, changed: false }];
  const sought = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'giu');
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
  const has = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  if (words.length === 0) return files.map((file) => ({ file, hits: [] }));
  return files
    .map((file) => ({
      file,
      hits: file.texts
        .filter(({ text, where }) => has(`${where} ${text}`))
        .map(({ path, where, text }) => ({ path, where, pieces: marked(text, query) })),
    }))
    .filter(({ file, hits }) => hits.length > 0 || has(`${file.title} ${file.file}`));
}
