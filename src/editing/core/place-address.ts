import type { Path } from '../protocol.ts';

/** Texts of one file. */
export interface AddressedTexts {
  file: string;
  /** At least one. */
  paths: readonly Path[];
}

/** What a path between slashes consists of: names of fields, numbers, and `(text)` for the text below them. */
const PATH = /^(?:\/[\w().-]+)+$/;
const FILE = /^content(?:\/[\w.-]+)+$/;

/** A preview names a handful of texts. With thousands of them, somebody's link would keep the tab of an editor busy. */
const LONGEST = 2000;

const partsOf = (path: string): Path =>
  path
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The fragment of an address that opens texts in the editor: `content/home/hero.mdx:/heading&/lead`. */
export const addressOf = ({ file, paths }: AddressedTexts): string =>
  `${file}:${paths.map((path) => `/${path.join('/')}`).join('&')}`;

/**
 * The texts that a fragment names; undefined if it names none. Whether there are such texts is another question: anybody
 * can make a link.
 *
 * @param fragment with or without its `#`
 */
export function textsAtAddress(fragment: string): AddressedTexts | undefined {
  if (fragment.length > LONGEST) return undefined;
  const [, file = '', paths = ''] = /^#?([^:]*):(.*)$/.exec(fragment) ?? [];
  const each = paths.split('&');
  if (!FILE.test(file) || file.split('/').some((part) => /^\.+$/.test(part)) || !each.every((one) => PATH.test(one)))
    return undefined;
  return { file, paths: each.map(partsOf) };
}
