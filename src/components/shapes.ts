const round = (value: number) => Math.round(value * 10) / 10;

/**
 * SVG path data of a half disc that stands on a deck.
 *
 * @param left where it begins
 * @param deck the height on which it stands, counted downwards
 */
export function halfDisc(left: number, deck: number, radius: number): string {
  const r = round(radius);
  return `M${round(left)} ${round(deck)}a${r} ${r} 0 0 1 ${round(2 * r)} 0z`;
}

/**
 * SVG path data of an arch that stands on a deck: straight up to where its half disc begins. One that is lower than half
 * its width is as flat as that.
 */
export function arch(left: number, deck: number, width: number, height: number): string {
  const rx = round(width / 2);
  const ry = round(Math.min(width / 2, height));
  return `M${round(left)} ${round(deck)}v${round(ry - height)}a${rx} ${ry} 0 0 1 ${round(2 * rx)} 0v${round(height - ry)}z`;
}

/** SVG path data of a disc. */
export function disc(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 0 1 ${round(2 * r)} 0 ${r} ${r} 0 0 1-${round(2 * r)} 0z`;
}
