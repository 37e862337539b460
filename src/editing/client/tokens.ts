import { placeOf, tokenOf } from '../core/token.ts';
import { TEXT, type Path } from '../protocol.ts';

/** Where a text stands. */
export interface Place {
  file: string;
  path: Path;
}

/** The places that an attribute of the page names, in its order, each once. */
export function placesOf(attribute: string | null | undefined): Place[] {
  const tokens = (attribute ?? '').split(/\s+/).filter((token) => token.includes('#/'));
  return [...new Set(tokens)].map((token) => placeOf(token));
}

/** A path as a text, to compare it by or to use it as a key. */
export const pathKey = (path: Path): string => path.map((part) => encodeURIComponent(part)).join('/');

/** A place as a text, to compare it by or to use it as a key. */
export const placeKey = ({ file, path }: Place): string => tokenOf(file, path);

/** Whether a path is another one or leads into what that one leads to. */
export const startsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((part, index) => part === path[index]);

/** Whether two paths lead to the same place. */
export const samePath = (a: Path, b: Path): boolean => a.length === b.length && startsWith(a, b);

/** Whether one of two paths leads to the other's place or into it. */
export const related = (a: Path, b: Path): boolean => startsWith(a, b) || startsWith(b, a);

/** `firstMessage` or `too-long` as words: First message, Too long. */
function wordsOfKey(key: string): string {
  if (key === TEXT) return 'Text';
  const words = key.replace(/[-_]/g, ' ').replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => {
    return `${end} ${start.toLowerCase()}`;
  });
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A path in words, as far as it tells by itself: `Items › 2 › Title`. */
export const wordsOfPath = (path: Path): string =>
  path.map((part) => (typeof part === 'number' ? String(part + 1) : wordsOfKey(part))).join(' › ');

/** Fields that say nothing without what they belong to. */
const VAGUE = ['label', 'value'];

/** What the field at the end of a path is called: `Title`, `Points 2` for an entry of a list, `Primary: label`. */
export function nameOfPath(path: Path): string {
  const at = path.findLastIndex((part) => typeof part === 'string');
  const name = wordsOfPath(path.slice(Math.max(at, 0))).replaceAll(' › ', ' ');
  if (at < 1 || !VAGUE.includes(String(path[at]))) return name;
  return `${nameOfPath(path.slice(0, at))}: ${name.toLowerCase()}`;
}
