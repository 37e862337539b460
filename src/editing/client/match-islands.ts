import type { Listed } from '../protocol.ts';
import { namesIn } from '../core/names-in.ts';
import { placeKey, type CopyPlace } from './tokens.ts';

/** The files that islands show: only their texts have no attributes on the page. */
const OF_ISLANDS = /^content\/(?:forms|assistant|waiting-lists)\/|^content\/site\.yaml$/;
/** The letters that a text with placeholders must have besides them, so that it does not match everything. */
const LEAST_LETTERS = 3;

const collapsed = (text: string) => text.trim().replace(/\s+/g, ' ');
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** `Shorten it to {limit} characters` as a pattern; undefined without placeholders, or with hardly anything else. */
function patternOf(text: string): RegExp | undefined {
  if (namesIn(text).length === 0) return undefined;
  const pieces = text.split(/\{[a-z][\w-]*\}/i);
  if (pieces.join('').replace(/[^\p{L}]/gu, '').length < LEAST_LETTERS) return undefined;
  return new RegExp(`^${pieces.map(escaped).join('.+')}$`, 'su');
}

/** Finds where the texts of islands come from. */
export interface Matcher {
  /** The places with this text, placeholders included. */
  readonly find: (text: string) => CopyPlace[];
}

/** @param files all content, with figures filled in */
export function matcher(files: readonly Listed[]): Matcher {
  const exact = new Map<string, CopyPlace[]>();
  const patterns: { pattern: RegExp; place: CopyPlace }[] = [];
  for (const { file, texts } of files) {
    if (!OF_ISLANDS.test(file)) continue;
    for (const { path, text } of texts) {
      const known = collapsed(text);
      const place = { file, path };
      const pattern = patternOf(known);
      if (pattern) patterns.push({ pattern, place });
      else if (known !== '') exact.set(known, [...(exact.get(known) ?? []), place]);
    }
  }
  return {
    find(text) {
      const shown = collapsed(text);
      if (shown === '') return [];
      const found = exact.get(shown) ?? [];
      return found.length > 0 ? found : patterns.filter(({ pattern }) => pattern.test(shown)).map(({ place }) => place);
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
