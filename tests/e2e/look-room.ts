import type { Page } from 'playwright/test';

/** The share of the view that fixed and sticky elements may cover. */
const MOST_COVERED = 1 / 3;

/**
 * One line if fixed and sticky elements leave the scrolling page too little room to be read. A modal dialog is
 * measured separately: its sticky elements cover the rest of it.
 */
export const findCrowded = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const GRID = 32;
    const dialog = document.querySelector('dialog:modal');
    const { left, top, width, height } = dialog?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    const layerAt = (x: number, y: number) => {
      for (let up = document.elementFromPoint(x, y); up && up !== dialog; up = up.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return up;
      return undefined;
    };
    let covered = 0;
    const layers = new Set<string>();
    for (let row = 0; row < GRID; row++)
      for (let column = 0; column < GRID; column++) {
        const layer = layerAt(left + ((column + 0.5) / GRID) * width, top + ((row + 0.5) / GRID) * height);
        if (!layer) continue;
        covered++;
        layers.add(layer.className);
      }
    const share = covered / GRID ** 2;
    return share > most ? [`${Math.round(share * 100)} % of the view is covered by ${[...layers].join(', ')}`] : [];
  }, MOST_COVERED);
