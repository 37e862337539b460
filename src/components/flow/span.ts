import { halfDisc } from '../../brand/arch.ts';

/** Of a span's width, what each side has built at the first stage. */
const FIRST = 1 / 3;

/**
 * How much of a span each side has built from its own end at a stage: at first there is a gap between them, then they
 * overlap, and at the last stage each spans the whole.
 *
 * @param index of the stage, from 0
 * @param count of all stages
 */
export const builtShare = (index: number, count: number): number =>
  count > 1 ? FIRST + ((1 - FIRST) * index) / (count - 1) : 1;

/**
 * SVG path data of both sides of a span: half discs that stand at its two ends.
 *
 * @param left where the span begins
 * @param base the height of its deck, counted downwards
 * @param share see {@link builtShare}
 */
export function span(left: number, base: number, width: number, share: number): { campus: string; company: string } {
  const right = left + width;
  return {
    campus: halfDisc(left, left + width * share, base),
    company: halfDisc(right - width * share, right, base),
  };
}
