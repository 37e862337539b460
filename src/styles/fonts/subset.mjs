/**
 * Generates the font files from the family's npm package: familjen-grotesk.woff2, the site's only font, and a TTF for
 * each of two weights for the PDF and the social cards, whose library does not support variable WOFF2. Run it after
 * updating the package, or to add characters: node src/styles/fonts/subset.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const characters = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”•…‹›€™−×';

const original = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  ),
);

/**
 * How far the dots of i and j are raised, in units of 1/1200 em. In the original, they merge with the stem at 14 to 16 px
 * on a screen with one pixel per px: "FIll". From 50 on, a white row remains at every size and weight.
 */
const RAISED = 50;

/** Both letters consist of a stem and the accent that is their dot: its offset is changed in place. */
async function raiseDots(font) {
  const bytes = Buffer.from(await fontverter.convert(font, 'truetype'));
  const parsed = fontkit.create(bytes);
  for (const letter of 'ij') {
    const { id } = parsed.glyphForCodePoint(letter.codePointAt(0));
    // OpenType, glyf: a header of 10 bytes, then each component's flags, its glyph, and where it is placed.
    const stem = parsed.directory.tables.glyf.offset + parsed.loca.offsets[id] + 10;
    const dot = stem + (bytes.readUInt16BE(stem) & 1 ? 8 : 6);
    if ((bytes.readUInt16BE(dot) & 1) === 0) throw new Error(`The dot of ${letter} is not placed with 16 bits.`);
    bytes.writeInt16BE(RAISED, dot + 6);
  }
  return bytes;
}
const source = await raiseDots(original);

/** Writes one file next to this script. */
async function write(name, options) {
  const font = await subsetFont(source, characters, options);
  writeFileSync(new URL(name, import.meta.url), font);
  console.log(`${name}: ${font.length} bytes, ${[...characters].length} characters`);
}
await write('familjen-grotesk.woff2', { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } });
for (const wght of [400, 700])
  await write(`familjen-grotesk-${wght}.ttf`, { targetFormat: 'truetype', variationAxes: { wght } });
