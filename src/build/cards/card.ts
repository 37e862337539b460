import { arch } from '../../brand/arch.ts';
import { CARD } from './card-size.ts';
import { INKS } from '../../brand/inks.ts';
import { canWrite, outline, setText } from '../../brand/lettering.ts';
import { overprint } from '../../brand/overprint.ts';

/** An arch on the deck, starting at x. Without a height, it is a half disc. */
interface Arch {
  side: 'campus' | 'company';
  x: number;
  width: number;
  height?: number | undefined;
}

const MARGIN = 64;
const INNER = CARD.width - 2 * MARGIN;
const DECK = { y: 540, height: 6 };
const TITLE = { top: 56, height: 224, leading: 1 };
const TITLE_SIZES = Array.from({ length: 22 }, (_, index) => 124 - index * 4);
const NAME_SIZE = 36;
/** Decimals of the coordinates: the drawing is rendered once, in pixels. */
const DIGITS = 4;
/** The height of capitals, as a fraction of the size: those of the first line touch the top of the box. */
const CAPITALS = 0.65;

/**
 * How a card arranges the two sides: as on the home page; one larger, if the page is for that side; side by side, if
 * each has rights of its own; apart, if somebody leaves or is lost.
 */
const COMPOSITIONS = {
  together: [
    { side: 'campus', x: 316, width: 484 },
    { side: 'company', x: 652, width: 484 },
  ],
  campus: [
    { side: 'campus', x: 460, width: 484 },
    { side: 'company', x: 836, width: 300 },
  ],
  company: [
    { side: 'campus', x: 460, width: 300 },
    { side: 'company', x: 652, width: 484 },
  ],
  // A student who starts at a company: half in its door.
  entering: [
    { side: 'campus', x: 572, width: 150, height: 165 },
    { side: 'company', x: 652, width: 484 },
  ],
  beside: [
    { side: 'campus', x: 168, width: 484 },
    { side: 'company', x: 652, width: 484 },
  ],
  apart: [
    { side: 'campus', x: MARGIN, width: 440 },
    { side: 'company', x: 696, width: 440 },
  ],
} as const satisfies Record<string, readonly Arch[]>;
export type Composition = keyof typeof COMPOSITIONS | { steps: number };

/** One arch per step, alternating between the sides. Each overlaps a third of the previous one. */
function arcade(steps: number): Arch[] {
  const width = INNER / (steps - (steps - 1) / 3);
  return Array.from({ length: steps }, (_, index) => ({
    side: index % 2 === 0 ? 'campus' : 'company',
    x: MARGIN + (index * width * 2) / 3,
    width,
    height: Math.min(242, Math.max(width / 2, 180)),
  }));
}

/**
 * A social card as an SVG document without fonts: the title, and below it the two sides on their deck. A title with a
 * character that the font lacks is left out, because the text next to the picture repeats it anyway.
 */
export function cardDrawing(title: string, company: string, composition: Composition): string {
  const { paper, ink } = INKS.light;
  const arches: readonly Arch[] =
    typeof composition === 'object' ? arcade(composition.steps) : COMPOSITIONS[composition];
  const pathOf = (side: Arch['side']) =>
    arches
      .filter((one) => one.side === side)
      .map(({ x, width, height }) => arch(x, DECK.y, width, height, DIGITS))
      .join('');
  const { size, lines } = setText(canWrite(title) ? title : '', { width: INNER, height: TITLE.height }, TITLE_SIZES, 1);
  const letters = lines.map((line, index) =>
    outline(line, MARGIN, TITLE.top + size * (CAPITALS + index * TITLE.leading), size),
  );
  if (canWrite(company)) letters.push(outline(company, MARGIN, DECK.y + 58, NAME_SIZE));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}">
  <path fill="${paper}" d="M0 0H${CARD.width}V${CARD.height}H0z"/>
  ${overprint(pathOf('campus'), pathOf('company'), INKS.light)}
  <path fill="${ink}" d="M0 ${DECK.y}H${CARD.width}v${DECK.height}H0z"/>
  <path fill="${ink}" d="${letters.join('')}"/>
</svg>`;
}
