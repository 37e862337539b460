import { arch, disc, halfDisc, round } from '../brand/arch.ts';

/** The box of a cover. Its upper part stays free for text. */
export const COVER = { width: 120, height: 160 } as const;

/** A figure that a side can print: on the lower edge, with the given width. */
type Figure = (left: number, width: number, pick: (count: number) => number) => string;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const FIGURES: readonly Figure[] = [
  function arcade(left, width, pick) {
    const count = 2 + pick(3);
    const height = 36 + 12 * pick(5);
    return numbers(count)
      .map((index) => arch(left + (index * width) / count, COVER.height, width / count, height))
      .join('');
  },
  function stairs(left, width, pick) {
    const falls = pick(2) === 1;
    return numbers(3)
      .map((index) => arch(left + (index * width) / 3, COVER.height, width / 3, 32 * (falls ? 3 - index : index + 1)))
      .join('');
  },
  function sun(left, width, pick) {
    return disc(left + width / 2, COVER.height - width / 2 - 12 * pick(3), width / 2);
  },
  function tiers(left, width, pick) {
    const count = 2 + pick(2);
    const size = width / count;
    return numbers(3)
      .flatMap((row) =>
        numbers(count).map((index) =>
          halfDisc(left + index * size, left + (index + 1) * size, round(COVER.height - row * (size / 2 + 6))),
        ),
      )
      .join('');
  },
  function gate(left, width, pick) {
    return arch(left, COVER.height, width, 72 + 12 * pick(3));
  },
];

/** A deterministic random generator seeded by a text: FNV-1a, then a linear congruential generator. */
function dice(seed: string): (count: number) => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The upper bits: the lower ones of such a generator hardly vary.
    return Math.floor((state / 2 ** 32) * count);
  };
}

/**
 * The drawing on the cover of a publication, as SVG path data of each side. The campus is on the left, the company on
 * the right, each with another figure, and they always overlap.
 *
 * @param seed determines the drawing, for example the file name of the publication
 */
export function cover(seed: string): { campus: string; company: string } {
  const pick = dice(seed);
  const width = () => 66 + 6 * pick(3);
  const first = pick(FIGURES.length);
  const second = (first + 1 + pick(FIGURES.length - 1)) % FIGURES.length;
  const [campus, company] = [width(), width()];
  return {
    campus: FIGURES[first]?.(0, campus, pick) ?? '',
    company: FIGURES[second]?.(COVER.width - company, company, pick) ?? '',
  };
}
