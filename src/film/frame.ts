/**
 * The splash film: a crossing that builds the mark. An orange dot carries the deck over from the left edge and stops at
 * the right tower, towers rise where it passes, the cable follows, and the hangers drop from it to the deck.
 */

/** Length of the film in seconds. */
export const DURATION = 2.4;
/** Frames per second. */
export const RATE = 30;
/** The drawing's size in its own units, as in the SVG's viewBox. */
export const WIDTH = 1280;
export const HEIGHT = 720;

// The tokens --color-night, --color-night-ink and --color-accent: a film can't read style sheets.
const NIGHT = '#0c1f18';
const INK = '#f1f5ee';
const ACCENT = '#f26b2e';

// The mark (src/components/Mark.astro), in the units of its 34x22 box. All lengths below are in these units.
const DECK = 18;
const TOWERS = { left: 9, right: 25, top: 3, foot: 21 };
const CABLE = 'M1 15C6 13 8 9 9 3C11 11 14 14 17 14C20 14 23 11 25 3C26 9 28 13 33 15';
const HANGERS = [1, 3, 5, 7, 11, 13, 15, 17, 19, 21, 23, 27, 29, 31, 33];

// Much lighter than the 2.4 of the little mark: what must be bold at 34 px is clumsy at ten times the size.
const STROKE = 1.3;
const HAIRLINE = 0.36;
/** Radius of the dot on its way, and of the station that it becomes. */
const DOT = { moving: 1.3, settled: 1.7 };

// Where the box of the mark lies: its middle in the middle of the width, at 44 % of the height.
// 24 % of the width is all that a tall phone shows, and the name of the company needs 56 to 72 % of the height.
const SCALE = 8.5;
const ORIGIN = { x: WIDTH / 2 - 17 * SCALE, y: HEIGHT * 0.44 - 12 * SCALE };
const LEFT = -ORIGIN.x / SCALE - 2;
const RIGHT = (WIDTH - ORIGIN.x) / SCALE + 2;

/**
 * A move: the seconds at which it starts and that it takes; `brake` is the power with which it slows down at its end
 * (3: an ease-out cubic), `pull` the one with which it sets off (1: at once).
 */
interface Move {
  start: number;
  length: number;
  pull: number;
  brake: number;
}
const CROSSING: Move = { start: 0, length: 1.2, pull: 1, brake: 3.5 };
/** A tower must not stand before the deck is there: the deck comes by at 0.46 s and at 0.79 s. */
const RISES: readonly (Move & { x: number })[] = [
  { x: TOWERS.left, start: 0.46, length: 0.68, pull: 1, brake: 5 },
  { x: TOWERS.right, start: 0.79, length: 0.68, pull: 1, brake: 5 },
];
const SPAN: Move = { start: 0.7, length: 0.95, pull: 1.25, brake: 2.5 };
/** The hanger that holds the left end of the cable comes before it, out of the deck. */
const ANCHOR: Move = { start: 0.38, length: 0.3, pull: 1, brake: 3 };
/** Of every other hanger; its start is counted from when the cable comes by. */
const DROP: Move = { start: 0.04, length: 0.4, pull: 1, brake: 3 };
const SETTLING: Move = { start: 1.4, length: 0.6, pull: 1.5, brake: 3 };
/** When the deck leaves the braking dot behind, and how long it then takes to the right edge. */
const DEPARTURE = { start: 0.7, length: 0.85 };

/** How far a move has come at a moment: 0 before it, 1 after it. */
function progress(seconds: number, { start, length, pull, brake }: Move): number {
  const time = Math.min(1, Math.max(0, (seconds - start) / length));
  return 1 - (1 - time ** pull) ** brake;
}

/** The moment at which a move has come so far: the inverse of {@link progress}. */
const moment = (part: number, { start, length, pull, brake }: Move) =>
  start + length * (1 - (1 - part) ** (1 / brake)) ** (1 / pull);

const between = (from: number, to: number, part: number) => from + (to - from) * part;
const round = (value: number) => Math.round(value * 1000) / 1000;

const dotAt = (seconds: number) => between(LEFT, TOWERS.right, progress(seconds, CROSSING));

/** The right end of the deck: with the dot, then on from there without a jerk (a cubic Hermite curve). */
function deckEnd(seconds: number): number {
  const { start, length } = DEPARTURE;
  if (seconds <= start) return dotAt(seconds);
  const u = Math.min(1, (seconds - start) / length);
  const from = dotAt(start);
  const speed = (dotAt(start) - dotAt(start - 1e-4)) / 1e-4;
  return from + speed * length * u * (1 - u) ** 2 + (RIGHT - from) * u * u * (3 - 2 * u);
}

/** Points along the cable, with the part of its length that lies before each. */
const CABLE_POINTS = (() => {
  const numbers = (CABLE.match(/[\d.]+/g) ?? []).map(Number);
  const at = (index: number) => numbers[index] ?? 0;
  const bezier = (first: number, t: number) =>
    at(first) * (1 - t) ** 3 +
    3 * at(first + 2) * (1 - t) ** 2 * t +
    3 * at(first + 4) * (1 - t) * t ** 2 +
    at(first + 6) * t ** 3;
  const points: { x: number; y: number; length: number }[] = [];
  let length = 0;
  for (let first = 0; first + 7 < numbers.length; first += 6)
    for (let step = 0; step <= 50; step++) {
      const [x, y] = [bezier(first, step / 50), bezier(first + 1, step / 50)];
      const last = points.at(-1);
      length += last ? Math.hypot(x - last.x, y - last.y) : 0;
      points.push({ x, y, length });
    }
  return points.map((point) => ({ ...point, part: point.length / length }));
})();

/**
 * The cable from its left end up to a part of its length (0 to 1), as a path of short lines.
 * A dashed path would do, but its end falls some pixels short.
 */
function cableUpTo(part: number): string {
  if (part <= 0) return '';
  const next = CABLE_POINTS.findIndex((point) => point.part >= part);
  const before = CABLE_POINTS[next - 1];
  const after = CABLE_POINTS[next];
  if (!before || !after) return '';
  const rest = (part - before.part) / (after.part - before.part);
  const end = { x: between(before.x, after.x, rest), y: between(before.y, after.y, rest) };
  return `M${[...CABLE_POINTS.slice(0, next), end].map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;
}

const HANGER_LINES = HANGERS.map((x, index) => {
  const point = CABLE_POINTS.find((candidate) => candidate.x >= x);
  const cable = point?.y ?? DECK;
  // The cable's last hundredth takes long to come: nobody sees that it is not quite there yet.
  const start = DROP.start + moment(Math.min(0.99, point?.part ?? 1), SPAN);
  return index === 0
    ? { x, from: DECK, to: cable, move: ANCHOR }
    : { x, from: cable, to: DECK, move: { ...DROP, start } };
});

/**
 * One moment of the film. A pure function: the same moment is always the same drawing.
 *
 * @param seconds from the start of the film; before 0 and after {@link DURATION} it stands still
 * @returns an SVG document without text, {@link WIDTH} by {@link HEIGHT} units, with an opaque background
 */
export function frame(seconds: number): string {
  const deck = `M${round(LEFT)} ${DECK}H${round(deckEnd(seconds))}`;
  const towers = RISES.map(({ x, ...rise }) => {
    const risen = progress(seconds, rise);
    return risen && `M${x} ${round(between(DECK, TOWERS.foot, risen))}V${round(between(DECK, TOWERS.top, risen))}`;
  });
  const hangers = HANGER_LINES.map(({ x, from, to, move }) => {
    const grown = progress(seconds, move);
    return grown && `M${x} ${round(from)}V${round(between(from, to, grown))}`;
  });
  const path = (lines: readonly (string | 0)[]) => lines.filter(Boolean).join('');
  const radius = between(DOT.moving, DOT.settled, progress(seconds, SETTLING));

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="${NIGHT}"/>
  <g transform="translate(${round(ORIGIN.x)} ${round(ORIGIN.y)}) scale(${SCALE})" fill="none" stroke="${INK}" stroke-width="${STROKE}" stroke-linecap="round" stroke-linejoin="round">
    <path d="${path(hangers)}" stroke-width="${HAIRLINE}"/>
    <path d="${path([deck, ...towers])}"/>
    <path d="${cableUpTo(progress(seconds, SPAN))}"/>
    <circle cx="${round(dotAt(seconds))}" cy="${DECK}" r="${round(radius)}" fill="${ACCENT}" stroke="none"/>
  </g>
</svg>
`;
}
