/** A number as it is written into a drawing: no screen shows more than one decimal of it. */
export const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The round edge of a half disc, without the deck that it stands on, as SVG path data: {@link halfDisc}. */
export function halfCircle(from: number, to: number, base: number): string {
  const radius = round((to - from) / 2);
  return `M${round(from)} ${base}a${radius} ${radius} 0 0 1 ${round(to - from)} 0`;
}

/** A half disc on the deck at height `base`, as SVG path data: `from` and `to` are where it stands, left and right. */
export const halfDisc = (from: number, to: number, base: number): string => `${halfCircle(from, to, base)}z`;

/**
 * An arch as SVG path data: straight up to where its half disc begins. One that is lower than half its width is as flat as
 * that.
 *
 * @param left where it begins
 * @param deck the y that it stands on
 * @param height half of its width makes it a half disc
 * @param digits how exactly it is drawn: what moves, or is printed, needs more than what stands still on a screen
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
