/**
 * The splash film: the two sides come in, each with its half of the deck, and where they overlap there is light. It ends
 * as the mark, with the deck closed below it.
 */
import { arch, round } from '../../src/brand/arch.ts';
import { INKS } from '../../src/brand/inks.ts';
import { MARK } from '../../src/brand/mark.ts';
import { overprint } from '../../src/brand/overprint.ts';

/** Length of the film in seconds. */
export const DURATION = 2.2;
/** Frames per second: at half this rate, the edges of large shapes visibly jump. */
export const RATE = 60;
/** The drawing's size in its own units, as in the SVG's viewBox, which are the film's pixels. */
export const WIDTH = 1920;
export const HEIGHT = 1080;

/** The token --color-night: a film can't read style sheets. */
const NIGHT = INKS.light.ink;

// A tall phone shows the middle 24 % of the width, and the name of the company needs 57 to 70 % of the height.
const SCALE = 10;
const DECK = { y: 600, height: 6 };
const ARCH = { width: 24 * SCALE, height: MARK.height * SCALE };
const LEFT = (WIDTH - MARK.width * SCALE) / 2;
const RIGHT = WIDTH - LEFT;
/** The distance that each side travels, from just outside the picture. */
const WAY = LEFT + ARCH.width;

/** The sides start at once, out of view, and brake slowly, so that their meeting is the most visible part. */
const ARRIVAL = { start: 0, length: 1.5, brake: 4 };

/** Hundredths of a pixel: with tenths the slow end would stutter. */
const DIGITS = 2;

/** The share of the distance left at a moment, from 1 to 0. */
function rest(seconds: number): number {
  const time = Math.min(1, Math.max(0, (seconds - ARRIVAL.start) / ARRIVAL.length));
  return (1 - time) ** ARRIVAL.brake;
}

/**
 * One moment of the film. A pure function: the same moment is always the same drawing.
 *
 * @param seconds from the start of the film; before 0 and after {@link DURATION} nothing moves
 * @returns an SVG document without text, {@link WIDTH} by {@link HEIGHT} units, with an opaque background
 */
export function frame(seconds: number): string {
  const away = WAY * rest(seconds);
  const campus = arch(LEFT - away, DECK.y, ARCH.width, ARCH.height, DIGITS);
  const company = arch(RIGHT - ARCH.width + away, DECK.y, ARCH.width, ARCH.height, DIGITS);
  // Each side's half of the deck reaches as far as its arch does.
  const [ends, begins] = [round(LEFT - away + ARCH.width, DIGITS), round(RIGHT - ARCH.width + away, DIGITS)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <path fill="${NIGHT}" d="M0 0H${WIDTH}V${HEIGHT}H0z"/>
  ${overprint(campus, company, INKS.dark)}
  <path fill="${INKS.dark.ink}" d="M0 ${DECK.y}H${ends}v${DECK.height}H0zM${begins} ${DECK.y}H${WIDTH}v${DECK.height}H${begins}z"/>
</svg>
`;
}
