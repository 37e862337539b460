import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parse } from 'node-html-parser';
import { asPublic } from '../preview-page.ts';

/** The parts of a page. `inline` are the scripts in the document; the document's bytes include them. */
export type Kind = 'document' | 'style' | 'script' | 'inline' | 'font' | 'image' | 'film';

export interface Part {
  kind: Kind;
  /** Path in the folder of the built site, with the hash. */
  file: string;
  /** Size as sent: with brotli, unless the format is already compressed. */
  bytes: number;
}

const COMPRESSED = /\.(woff2|webm|mp4|avif|webp|png|jpe?g|gif|ico)$/;
/** Types of data blocks, which are not executed. */
const DATA = /^(?:application\/(ld\+)?json|speculationrules)$/;

/** The file of the site that an address points to. */
const nameIn = (address: string) => new URL(address, 'https://site.invalid').pathname.slice(1);
const brotli = (text: string | Buffer) => brotliCompressSync(text).length;

/**
 * The size with brotli. For a short text an upper bound, which takes a hundredth of the time.
 *
 * @param enough up to this size, the bound is good enough (bytes)
 */
function brotliWithin(text: string, enough: number): number {
  const bound = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  return bound <= enough ? bound : brotli(text);
}

/**
 * What a browser downloads for a page on a first visit, before any interaction, according to its HTML.
 *
 * @param folder the built site
 * @param file the page in it, for example flow.html
 * @param imports returns scripts with everything they import: see withImports
 * @param sizes the sizes of files already seen, so that each is compressed once
 * @param enough see brotliWithin; without it, the size of the document is exact
 */
export function firstLoad(
  folder: string,
  file: string,
  imports: (scripts: readonly string[]) => Iterable<string>,
  sizes = new Map<string, number>(),
  enough = 0,
): Part[] {
  const built = readFileSync(join(folder, file), 'utf8');
  // A preview weighs what the public site does.
  const html = process.env['SITE_EDITING'] ? asPublic(built) : built;
  const page = parse(html, { comment: false, blockTextElements: { script: true, style: true } });
  const attributes = (selector: string, name: string) =>
    page.querySelectorAll(selector).map((element) => element.getAttribute(name) ?? '');

  const part = (kind: Kind) => (address: string) => {
    const name = nameIn(address);
    let bytes = sizes.get(name);
    if (bytes === undefined) {
      const content = readFileSync(join(folder, name));
      bytes = COMPRESSED.test(name) ? content.length : brotli(content);
      sizes.set(name, bytes);
    }
    return { kind, file: name, bytes };
  };
  const once = (addresses: string[], kind: Kind) =>
    [...new Set(addresses.filter((address) => address !== '' && !address.startsWith('data:')))].map(part(kind));

  const inline = page
    .querySelectorAll('script:not([src])')
    .filter((script) => !DATA.test(script.getAttribute('type') ?? ''))
    .map(({ rawText }) => rawText)
    .join('\n');
  // A browser loads the first source it supports: AVIF, WebM.
  const pictures = page.querySelectorAll('picture');
  const images = [
    ...pictures
      .filter((picture) => picture.querySelector('img')?.getAttribute('loading') !== 'lazy')
      .map((picture) => picture.querySelector('source')?.getAttribute('srcset')?.split(/[\s,]/)[0] ?? ''),
    ...attributes('img:not([loading=lazy])', 'src').filter(
      (src) => !pictures.some((picture) => picture.querySelector('img')?.getAttribute('src') === src),
    ),
  ];
  return [
    { kind: 'document', file, bytes: brotliWithin(html, enough) },
    { kind: 'inline', file, bytes: brotli(inline) },
    ...once(attributes('link[rel=stylesheet]', 'href'), 'style'),
    ...once([...imports(attributes('script[src]', 'src').map(nameIn))], 'script'),
    ...once(attributes('link[rel=preload][as=font]', 'href'), 'font'),
    ...once([...attributes('link[rel=icon]', 'href'), ...images], 'image'),
    ...once(attributes('video source', 'src').slice(0, 1), 'film'),
  ];
}
