import type { Path } from '../protocol.ts';

/** A place in a file as one token for an attribute of the page: `content/home/hero.mdx#/heading`. */
export const tokenOf = (file: string, path: Path): string => `${file}#/${path.join('/')}`;

/** The place that a token of {@link tokenOf} names. */
export function placeOf(token: string): { file: string; path: Path } {
  const [file = '', path = ''] = token.split('#/');
  return { file, path: path.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) };
}
