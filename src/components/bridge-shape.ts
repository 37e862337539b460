/** The bridge of the site's drawings, in units of its own box. */
export const BRIDGE = { width: 1200, deck: 190, top: 14, towers: [300, 900] } as const;
const SAG = 158;

/** Height of the main cable at x: a parabola between the towers, half of one at either side. */
function cable(x: number): number {
  const { width, deck, top, towers } = BRIDGE;
  if (x > towers[0] && x < towers[1]) return SAG - (SAG - top) * ((x - 600) / 300) ** 2;
  const outward = x <= towers[0] ? x / 300 : (width - x) / 300;
  return deck - (deck - top) * outward ** 1.6;
}

/** The bridge as SVG path data: its cable, the hangers between cable and deck, and the towers. */
export const bridgePaths = {
  cable: Array.from({ length: 121 }, (_, index) => index * 10)
    .map((x, index) => `${index ? 'L' : 'M'}${x} ${Math.round(cable(x) * 10) / 10}`)
    .join(''),
  hangers: Array.from({ length: 47 }, (_, index) => 25 + index * 25)
    .map((x) => `M${x} ${Math.round(cable(x))}V${BRIDGE.deck}`)
    .join(''),
  towers: BRIDGE.towers.map((x) => `M${x} ${BRIDGE.top}V${BRIDGE.deck}`).join(''),
};
