/** A half disc on the deck at height `base`, as SVG path data: `from` and `to` are where it stands, left and right. */
export function halfDisc(from: number, to: number, base: number): string {
  const radius = round((to - from) / 2);
  return `M${round(from)} ${base}a${radius} ${radius} 0 0 1 ${round(to - from)} 0z`;
}

/** A number with at most one decimal: no screen shows more of a drawing. */
export const round = (value: number): number => Math.round(value * 10) / 10;
