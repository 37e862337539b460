import type { Path } from '../protocol.ts';

/** A path as a string, for comparisons and keys. */
export const pathKey = (path: Path): string =>
  path.map((part) => encodeURIComponent(String(part).toWellFormed())).join('/');

/** Whether a path is equal to another or within it. */
export const startsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((part, index) => part === path[index]);

/** Whether two paths are equal. */
export const samePath = (a: Path, b: Path): boolean => a.length === b.length && startsWith(a, b);

/** Whether one of two paths is equal to the other or within it. */
export const related = (a: Path, b: Path): boolean => startsWith(a, b) || startsWith(b, a);
