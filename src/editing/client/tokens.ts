import { placeOf, tokenOf } from '../core/token.ts';
import { FILE_NAME, TEXT, type Path } from '../protocol.ts';

/** Where a text comes from. */
export interface CopyPlace {
  file: string;
  path: Path;
}

/** The places in an attribute of the page, in order, without duplicates. */
export function placesOf(attribute: string | null | undefined): CopyPlace[] {
  const tokens = (attribute ?? '').split(/\s+/).filter((token) => token.includes('#/'));
  return [...new Set(tokens)].map((token) => placeOf(token));
}

/** A place as a string, for comparisons and keys. */
export const placeKey = ({ file, path }: CopyPlace): string => tokenOf(file, path);

/** `firstMessage` or `too-long` as words: First message, Too long. */
function wordsOfKey(key: string): string {
  if (key === TEXT) return 'Text';
  if (key === FILE_NAME) return 'Name of the file';
  const words = key.replace(/[-_]/g, ' ').replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => {
    return `${end} ${start.toLowerCase()}`;
  });
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A path in words, without the labels of a form: `Items › 2 › Title`. */
export const wordsOfPath = (path: Path): string =>
  path.map((part) => (typeof part === 'number' ? String(part + 1) : wordsOfKey(part))).join(' › ');

/** Field names that mean little without their parent. */
const VAGUE = ['label', 'value'];

/** The name of the field at the end of a path: `Title`, `Points 2` for a list entry, `Primary: label`. */
export function nameOfPath(path: Path): string {
  const at = path.findLastIndex((part) => typeof part === 'string');
  const name = wordsOfPath(path.slice(Math.max(at, 0))).replaceAll(' › ', ' ');
  if (at < 1 || !VAGUE.includes(String(path[at]))) return name;
  return `${nameOfPath(path.slice(0, at))}: ${name.toLowerCase()}`;
}
