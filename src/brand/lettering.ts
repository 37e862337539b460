import { create, type Font } from 'fontkit';
import bold from '../styles/fonts/familjen-grotesk-700.ttf?inline';

const font = create(Buffer.from(bold.slice(bold.indexOf(',') + 1), 'base64')) as Font;

/** The letter spacing as a fraction of the size, as in the site's headings. */
const TRACKING = -0.03;

/** A text broken into lines to fit a box. */
export interface SetText {
  size: number;
  lines: string[];
}

/** Whether the font has every character of a text. */
export const canWrite = (text: string): boolean =>
  Array.from(text).every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));

/** The width of a line. */
export function widthOf(line: string, size: number): number {
  const { advanceWidth, glyphs } = font.layout(line);
  return (advanceWidth / font.unitsPerEm + Math.max(0, glyphs.length - 1) * TRACKING) * size;
}

/** A line as SVG path data, which needs no font. */
export function outline(line: string, x: number, baseline: number, size: number): string {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(line);
  let pen = x;
  return glyphs
    .map((glyph, index) => {
      const position = positions[index];
      const path = glyph.path.scale(scale, -scale).translate(pen + (position?.xOffset ?? 0) * scale, baseline);
      pen += (position?.xAdvance ?? 0) * scale + TRACKING * size;
      return path.toSVG();
    })
    .join('');
}

/** Measures and caches lines for one text: the same lines recur when it is tried in many sizes. */
function ruler(): typeof widthOf {
  const widths = new Map<string, number>();
  return (line, size) => {
    const width = widths.get(line) ?? widthOf(line, 1);
    widths.set(line, width);
    return width * size;
  };
}

/** Breaks a text at its spaces. */
function atSpaces(text: string, width: number, size: number, measure: typeof widthOf): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a text at any letter. */
function anywhere(text: string, width: number, size: number, measure: typeof widthOf): string[] {
  const lines = [''];
  for (const sign of text) {
    const longer = `${lines.at(-1) ?? ''}${sign}`;
    if (measure(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(sign);
  }
  return lines;
}

/**
 * Sets a text in a box, as large as fits. Lines break between words; in the smallest size, also within words. Text that
 * still does not fit is cut off with an ellipsis.
 *
 * @param sizes from the largest to the smallest
 * @param leading the line height as a fraction of the size
 */
export function setText(
  text: string,
  box: { width: number; height: number },
  sizes: readonly number[],
  leading: number,
): SetText {
  const measure = ruler();
  const room = (size: number) => Math.max(1, Math.floor(box.height / (size * leading)));
  for (const size of sizes) {
    // Too long even without the spaces at which it would break.
    if (measure(text, size) > room(size) * (box.width + size)) continue;
    const lines = atSpaces(text, box.width, size, measure);
    if (lines.length <= room(size) && lines.every((line) => measure(line, size) <= box.width)) return { size, lines };
  }
  const size = sizes.at(-1) ?? 0;
  const lines = atSpaces(text, box.width, size, measure).flatMap((line) => anywhere(line, box.width, size, measure));
  if (lines.length <= room(size)) return { size, lines };
  const shown = lines.slice(0, room(size));
  return { size, lines: [...shown.slice(0, -1), `${(shown.at(-1) ?? '').slice(0, -2).trimEnd()}…`] };
}
