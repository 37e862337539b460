/**
 * Makes instrument-sans.woff2, the site's one font file, from the npm package of the family.
 * Run it after an update of the package, or to admit more characters: node src/styles/fonts/subset.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const characters = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”•…‹›€™→←↗✓−×';

const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
);
const font = await subsetFont(readFileSync(source), characters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
writeFileSync(new URL('instrument-sans.woff2', import.meta.url), font);
console.log(`instrument-sans.woff2: ${font.length} bytes, ${[...characters].length} characters`);
