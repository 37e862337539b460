import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CARD } from '../../src/build/cards/card-size.ts';
import { cardDrawing } from '../../src/build/cards/card.ts';
import { INKS } from '../../src/brand/inks.ts';
import { canWrite, outline, setText, widthOf } from '../../src/brand/lettering.ts';

const BOX = { width: 1072, height: 224 };
const SIZES = [124, 96, 64, 40];
const LONG = [
  ['60 characters', 'Sixty characters of a title that goes on and on, to the end.'],
  ['a German word', 'Donaudampfschifffahrtsgesellschaftskapitänsmützen und Übergrößen'],
  [
    '100 characters',
    'What we learned from letting students work on software that is used, and what has to be in place now',
  ],
  ['an endless word', 'W'.repeat(100)],
] as const;

describe('a title in its box', () => {
  it.each(LONG)('of %s is shown in full, and fits', (_what, title) => {
    const { size, lines } = setText(title, BOX, SIZES, 1);
    expect(lines.join('').replaceAll(' ', '')).toBe(title.replaceAll(' ', ''));
    expect(lines.length * size).toBeLessThanOrEqual(BOX.height);
    for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(BOX.width);
  });

  it('is as large as possible, and breaks between words', () => {
    expect(setText('Resource Hub', BOX, SIZES, 1)).toEqual({ size: 124, lines: ['Resource Hub'] });
    const { size, lines } = setText('Custom software built with university talent', BOX, SIZES, 1);
    expect([size, lines]).toEqual([96, ['Custom software built', 'with university talent']]);
  });

  it('that does not fit even in the smallest size ends in an ellipsis', () => {
    const { size, lines } = setText('word '.repeat(300).trim(), BOX, SIZES, 1);
    expect([size, lines.length]).toEqual([40, 5]);
    expect(lines.at(-1)).toMatch(/wo[rd]*…$/);
    for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(BOX.width);
  });

  it('takes as much room as measured', async () => {
    const text = 'Research & Insights';
    const width = Math.ceil(widthOf(text, 96));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2000 200"><path d="${outline(text, 0, 150, 96)}"/></svg>`;
    const { info } = await sharp(Buffer.from(svg)).trim().toBuffer({ resolveWithObject: true });
    expect(Math.abs(info.width - width)).toBeLessThan(0.12 * 96);
  });
});

describe('a card', () => {
  /** The bounding box of the ink above the arches. */
  async function titleBox(title: string) {
    const above = await sharp(Buffer.from(cardDrawing(title, 'Acme', 'together')))
      .extract({ left: 0, top: 0, width: CARD.width, height: 290 })
      .removeAlpha()
      .png()
      .toBuffer();
    const { info } = await sharp(above)
      .trim({ background: INKS.light.paper, threshold: 10 })
      .toBuffer({ resolveWithObject: true });
    const left = -(info.trimOffsetLeft ?? 0);
    const top = -(info.trimOffsetTop ?? 0);
    return { left, top, right: left + info.width, bottom: top + info.height };
  }

  it.each(LONG)('with a title of %s keeps it clear of the edges and of the arches', async (_what, title) => {
    const { left, top, right, bottom } = await titleBox(title);
    expect(left).toBeGreaterThanOrEqual(60);
    expect(right).toBeLessThanOrEqual(CARD.width - 60);
    expect(top).toBeGreaterThanOrEqual(48);
    expect(bottom).toBeLessThan(288);
  });

  it('needs no font: it contains no text', () => {
    expect(cardDrawing('A title', 'Acme', 'together')).not.toMatch(/<text|font|A title/);
  });

  it('leaves out a title that the font can’t write', () => {
    expect([canWrite('Łódź'), canWrite('Zoë')]).toEqual([false, true]);
    expect(cardDrawing('Łódź', 'Acme', 'beside')).toBe(cardDrawing('', 'Acme', 'beside'));
  });

  it('of a page with steps has an arch for each', () => {
    const arches = (steps: number) =>
      /<path fill="#f7532b" d="([^"]*)"/.exec(cardDrawing('T', 'Acme', { steps }))?.[1]?.split('M').length;
    expect([arches(6), arches(10)]).toEqual([4, 6]);
  });
});
