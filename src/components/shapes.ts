import { round } from '../brand/arch.ts';

/**
 * SVG path data of an arch: straight up to where its half disc begins. One that is lower than half its width is as flat as
 * that.
 *
 * @param left where it begins
 * @param base the height of the deck on which it stands, counted downwards
 */
export function arch(left: number, base: number, width: number, height: number): string {
  const across = round(width / 2);
  const up = round(Math.min(width / 2, height));
  return `M${round(left)} ${base}v${round(up - height)}a${across} ${up} 0 0 1 ${round(width)} 0v${round(height - up)}z`;
}

/** SVG path data of a disc. */
export function disc(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 0 1 ${round(2 * r)} 0 ${r} ${r} 0 0 1-${round(2 * r)} 0z`;
}
