import { halfDisc } from '../shapes.ts';

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
 * @param deck the height on which it stands, counted downwards
 * @param share see {@link builtShare}
 */
export function span(left: number, deck: number, width: number, share: number): { campus: string; company: string } {
  const radius = (width * share) / 2;
  return { campus: halfDisc(left, deck, radius), company: halfDisc(left + width - 2 * radius, deck, radius) };
}
