/**
 * Generates the font files from the family's npm package: familjen-grotesk.woff2, the site's only font, and a TTF for
 * each of two weights for the PDF and the social cards, whose library does not support variable WOFF2. Run it after
 * updating the package, or to add characters: node src/styles/fonts/subset.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const characters = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”•…‹›€™−×';

const source = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  ),
);

/** Writes one file next to this script. */
async function write(name, options) {
  const font = await subsetFont(source, characters, options);
  writeFileSync(new URL(name, import.meta.url), font);
  console.log(`${name}: ${font.length} bytes, ${[...characters].length} characters`);
}
await write('familjen-grotesk.woff2', { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } });
for (const wght of [400, 700])
  await write(`familjen-grotesk-${wght}.ttf`, { targetFormat: 'truetype', variationAxes: { wght } });
