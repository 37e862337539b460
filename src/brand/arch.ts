/** A half disc on the deck at height `base`, as SVG path data: `from` and `to` are where it stands, left and right. */
export function halfDisc(from: number, to: number, base: number): string {
  const radius = round((to - from) / 2);
  return `M${round(from)} ${base}a${radius} ${radius} 0 0 1 ${round(to - from)} 0z`;
}

/** A number with at most one decimal: no screen shows more of a drawing. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * An arch as SVG path data.
 *
 * @param x its left edge
 * @param deck the y that it stands on
 * @param height half of its width makes it a half disc; it can't be lower
 */
export function archPath(x: number, deck: number, width: number, height = width / 2): string {
  const radius = width / 2;
  const leg = height - radius;
  return `M${x} ${deck}v${-leg}a${radius} ${radius} 0 0 1 ${width} 0v${leg}z`;
}
