import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INKS } from '../../src/brand/inks.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { colourTokens, contrast, grounds, SCHEMES, type Ground } from '../setup/tokens.ts';

const TEXT = 4.5;
const GRAPHICS = 3;

const TINTS = ['campus-tint', 'company-tint', 'both-tint'];
/** The backgrounds of text. */
const UNDER_TEXT = ['paper', 'surface', ...TINTS];
/** The backgrounds of graphics that only their color sets apart (WCAG 1.4.11). They are never on a tint. */
const UNDER_GRAPHICS = ['paper', 'surface'];
/** Text on filled areas. */
const FILLED = [
  ['on-both', 'both'],
  ['on-danger', 'danger'],
  // Buttons on hover.
  ['paper', 'link'],
  ['paper', 'ink'],
] as const;
const grid = (over: readonly string[], under: readonly string[]) =>
  over.flatMap((one) => under.map((other) => [one, other] as const));

const isSide = ({ name }: Ground) => name.startsWith('on-company') || name.startsWith('on-campus');

/** A ground with only text, buttons and focusable elements: no card, field or drawing. */
const isBoth = ({ name }: Ground) => name.startsWith('on-both');

/** Every pair of colors that meet on a ground, with the minimum contrast. */
function pairs(ground: Ground): (readonly [over: string, under: string, least: number])[] {
  if (isBoth(ground))
    return [
      ...grid(['ink', 'soft', 'link'], ['paper']).map((pair) => [...pair, TEXT] as const),
      ...FILLED.map((pair) => [...pair, TEXT] as const),
      ...grid(['control', 'focus'], ['paper']).map((pair) => [...pair, GRAPHICS] as const),
    ];
  return [
    ...grid(['ink', 'soft', 'link', 'danger'], UNDER_TEXT).map((pair) => [...pair, TEXT] as const),
    ...FILLED.map((pair) => [...pair, TEXT] as const),
    ...grid(['control', 'focus', 'both'], UNDER_GRAPHICS).map((pair) => [...pair, GRAPHICS] as const),
    // The ground of a side has the color of its ink, so drawings there don't rely on the inks alone.
    ...grid(['campus', 'company'], isSide(ground) ? ['surface'] : UNDER_GRAPHICS).map(
      (pair) => [...pair, GRAPHICS] as const,
    ),
  ];
}

/** Lines that only decorate, and the backgrounds of dialogs and sections, which a ground has as its paper. */
const NOT_MEASURED = ['line', 'backdrop', 'night', 'campus-ground', 'company-ground'];

const measure = (ground: Ground, over: string, under: string) => contrast(ground.colour(over), ground.colour(under));

describe('every pair of colors that meet has enough contrast', () => {
  it.each(grounds().map((ground) => [ground.name, ground] as const))('%s', (_name, ground) => {
    const failures = pairs(ground)
      .map(([over, under, least]) => ({ over, under, least, is: measure(ground, over, under) }))
      .filter(({ is, least }) => is < least)
      .map(
        ({ over, under, least, is }) =>
          `${over} ${ground.colour(over)} on ${under} ${ground.colour(under)}: ${is.toFixed(2)}, needs ${least}`,
      );
    expect(failures).toEqual([]);
  });

  it('and every color is in one', () => {
    const measured = grounds().flatMap((ground) => pairs(ground).flatMap(([over, under]) => [over, under]));
    const forgotten = Object.keys(colourTokens()).filter((name) => ![...measured, ...NOT_MEASURED].includes(name));
    expect(forgotten, 'Add where it meets other colors to pairs()').toEqual([]);
  });

  it('is measured as WCAG defines it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });
});

describe('the colors are the same everywhere', () => {
  it.each(SCHEMES)('src/brand/inks.ts holds the tokens of the %s scheme', (scheme) => {
    const page = grounds().find(({ name }) => name === scheme);
    const expected = Object.keys(INKS[scheme]).map((name) => [name, page?.colour(name)]);
    expect(INKS[scheme]).toEqual(Object.fromEntries(expected));
  });

  const brand = readFileSync(join(projectFolder, 'docs/brand.md'), 'utf8');

  it('docs/brand.md lists the tokens with their current values', () => {
    const rows = [...brand.matchAll(/^\| `([\w-]+)`(?:, `([\w-]+)`)?\s*\| (`#.*?) \| (`#.*?) \|/gm)];
    const mistakes = rows.flatMap(([, first = '', second = first, ...columns]) =>
      columns.flatMap((column, index) => {
        const page = grounds().find(({ name }) => name === SCHEMES[index]);
        const written = [...column.matchAll(/#[\da-f]{6}/g)].map(([colour]) => colour);
        // One color next to two names applies to both.
        return [first, second]
          .map((name, at) => [name, written[at] ?? written[0], page?.colour(name)] as const)
          .filter(([, is, token]) => is !== token)
          .map(([name, is, token]) => `${name}, ${SCHEMES[index] ?? ''}: ${is ?? ''} should be ${token ?? ''}`);
      }),
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    expect(mistakes).toEqual([]);
  });

  it('docs/brand.md lists the measured contrasts', () => {
    const OVER = ['ink', 'soft', 'link', 'danger', 'control', 'focus', 'campus', 'company', 'both'];
    const cell = (ground: Ground, over: string, under: readonly string[]) => {
      const measured = pairs(ground).filter(([one, other]) => one === over && under.includes(other));
      if (measured.length === 0) return '–';
      // Truncated, not rounded: no pair is shown with more contrast than it has.
      const tenths = Math.floor(Math.min(...measured.map(([, other]) => measure(ground, over, other))) * 10);
      return (tenths / 10).toFixed(1);
    };
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    const table = [
      row(['on', ...OVER.map((over) => `\`${over}\``)]),
      ...grounds().flatMap((ground) => {
        const section = ground.name.startsWith('on-');
        const places = section
          ? ([[`\`${ground.name}\``, ['paper']]] as const)
          : ([
              [`${ground.name}: paper`, ['paper']],
              [`${ground.name}: surface`, ['surface']],
              [`${ground.name}: tints`, TINTS],
            ] as const);
        return places.map(([name, under]) => row([name, ...OVER.map((over) => cell(ground, over, under))]));
      }),
    ];
    const lines = brand
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.replaceAll(/ +/g, ' ').trim());
    // Copy missing rows into docs/brand.md exactly as shown here.
    expect(table.filter((line) => !lines.includes(line))).toEqual([]);
  });

  it('every token has a value for each scheme, unless its name says that it is the same in both', () => {
    const odd = Object.entries(colourTokens()).filter(
      ([name, value]) =>
        !/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/.test(value) && !/night|-ground|backdrop/.test(name),
    );
    expect(odd).toEqual([]);
  });
});
