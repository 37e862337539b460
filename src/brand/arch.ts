/** Rounds a number for a drawing. No screen shows more than one decimal. */
export const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The round edge of a {@link halfDisc}, without its base, as SVG path data. */
export function halfCircle(from: number, to: number, base: number): string {
  const radius = round((to - from) / 2);
  return `M${round(from)} ${base}a${radius} ${radius} 0 0 1 ${round(to - from)} 0`;
}

/** A half disc on the deck at height `base`, from x `from` to x `to`, as SVG path data. */
export const halfDisc = (from: number, to: number, base: number): string => `${halfCircle(from, to, base)}z`;

/**
 * An arch as SVG path data: vertical up to its half disc. If it is lower than half its width, the curve is flattened.
 *
 * @param left the x where it begins
 * @param deck the y of its base
 * @param height half the width gives a half disc
 * @param digits decimals of the coordinates: animations and print need more than a still drawing on a screen
 */
export function arch(left: number, deck: number, width: number, height = width / 2, digits = 1): string {
  const exact = (value: number) => round(value, digits);
  const up = exact(Math.min(width / 2, height));
  const leg = exact(height - up);
  const [rise, fall] = leg > 0 ? [`v-${leg}`, `v${leg}`] : ['', ''];
  return `M${exact(left)} ${deck}${rise}a${exact(width / 2)} ${up} 0 0 1 ${exact(width)} 0${fall}z`;
}

/** SVG path data of a disc. */
export function disc(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 0 1 ${round(2 * r)} 0 ${r} ${r} 0 0 1-${round(2 * r)} 0z`;
}
