import type { Listed } from '../protocol.ts';
import { namesIn } from '../core/names-in.ts';
import { placeKey, type CopyPlace } from './tokens.ts';

const OF_ISLANDS = /^content\/(?:forms|assistant|waiting-lists)\/|^content\/site\.yaml$/;
/** Whether islands show a file: only their texts have no attributes on the page. */
export const isOfIslands = ({ file }: Pick<Listed, 'file'>): boolean => OF_ISLANDS.test(file);
/** The letters that a text with placeholders must have besides them, so that it does not match everything. */
const LEAST_LETTERS = 3;

const collapsed = (text: string) => text.trim().replace(/\s+/g, ' ');

/** What `Shorten it to {limit} characters` has besides placeholders; undefined without any, or with hardly anything else. */
function piecesOf(text: string): readonly string[] | undefined {
  if (namesIn(text).length === 0) return undefined;
  const pieces = text.split(/\{[a-z][\w-]*\}/i);
  return pieces.join('').replace(/[^\p{L}]/gu, '').length < LEAST_LETTERS ? undefined : pieces;
}

/**
 * Whether a text consists of these pieces with at least one character between each two. A pattern would try every
 * combination of their places, which can take years; the first place after the piece before is as good as any other.
 */
function isMadeOf(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let end = first.length;
  const afterNext = () => end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  for (const piece of others) {
    const place = text.indexOf(piece, afterNext());
    if (place === -1) return false;
    end = place + piece.length;
  }
  return afterNext() <= text.length - last.length && text.endsWith(last);
}

/** Finds where the texts of islands come from. */
export interface Matcher {
  /** The places with this text, placeholders included. */
  readonly find: (text: string) => CopyPlace[];
}

/** @param files all content, with figures filled in */
export function matcher(files: readonly Pick<Listed, 'file' | 'texts'>[]): Matcher {
  const exact = new Map<string, CopyPlace[]>();
  const filled: { pieces: readonly string[]; place: CopyPlace }[] = [];
  for (const { file, texts } of files.filter(isOfIslands)) {
    for (const { path, text } of texts) {
      const known = collapsed(text);
      const place = { file, path };
      const pieces = piecesOf(known);
      if (pieces) filled.push({ pieces, place });
      else if (known !== '') exact.set(known, [...(exact.get(known) ?? []), place]);
    }
  }
  return {
    find(text) {
      const shown = collapsed(text);
      if (shown === '') return [];
      const found = exact.get(shown) ?? [];
      return found.length > 0
        ? found
        : filled.filter(({ pieces }) => isMadeOf(shown, pieces)).map(({ place }) => place);
    },
  };
}

/**
 * Sorts places by likelihood: first those of the file that the island shows most of.
 *
 * @param around the matches for the other texts of the island
 */
export function byLikelihood(places: readonly CopyPlace[], around: readonly (readonly CopyPlace[])[]): CopyPlace[] {
  const shown = new Map<string, number>();
  for (const found of around)
    for (const file of new Set(found.map((place) => place.file))) shown.set(file, (shown.get(file) ?? 0) + 1);
  const seen = new Set<string>();
  return places
    .filter((place) => !seen.has(placeKey(place)) && seen.add(placeKey(place)))
    .sort((a, b) => (shown.get(b.file) ?? 0) - (shown.get(a.file) ?? 0));
}
