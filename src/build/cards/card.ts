import { arch } from '../../brand/arch.ts';
import { CARD } from './card-size.ts';
import { INKS } from '../../brand/inks.ts';
import { canWrite, outline, setText } from '../../brand/lettering.ts';
import { overprint } from '../../brand/overprint.ts';

/** What stands on the deck: from x, as wide, half discs unless a height is given. */
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
/** Decimals of the drawing: it is printed once, in pixels. */
const DIGITS = 4;
/** Of the capitals, as a part of the size: the first line's begin at the top of its box. */
const CAPITALS = 0.65;

/**
 * How the two sides stand to each other on a page's card: as on the home page; one of them larger, whose page it is;
 * side by side where each has rights of its own; apart where somebody leaves or has lost the way.
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
  // Who starts at a company stands half in its door.
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

/** As many arches as there are steps, alternately of both sides, each over a third of the one before. */
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
 * letter that the font lacks is left out: the text beside the picture says it anyway.
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
