import { halfDisc } from '../../brand/arch.ts';

/** The share of a span's width that each side has built at the first stage. */
const FIRST = 1 / 3;

/**
 * The share of a span that each side has built from its own end: at the first stages there is a gap, then the sides
 * overlap, and at the last stage each spans the whole width.
 *
 * @param index of the stage, from 0
 * @param count of all stages
 */
export const builtShare = (index: number, count: number): number =>
  count > 1 ? FIRST + ((1 - FIRST) * index) / (count - 1) : 1;

/**
 * SVG path data of both sides of a span: half discs at its two ends.
 *
 * @param left where the span begins
 * @param base the y coordinate of its deck
 * @param share see {@link builtShare}
 */
export function span(left: number, base: number, width: number, share: number): { campus: string; company: string } {
  const right = left + width;
  return {
    campus: halfDisc(left, left + width * share, base),
    company: halfDisc(right - width * share, right, base),
  };
}
