/** A width and a height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How upright and how wide a tile may be: a face fits into both. */
const UPRIGHT = 3 / 5;
const WIDE = 16 / 9;

/** A size within another, with a shape that a tile may have. */
function shaped({ width, height }: Size): Size {
  if (width / height > WIDE) return { width: height * WIDE, height };
  return width / height < UPRIGHT ? { width, height: width / UPRIGHT } : { width, height };
}

/**
 * The largest tiles that fit into an area, all of the same size.
 *
 * @param gap between them, in pixels
 * @returns the size of each
 */
export function fitTiles(count: number, area: Size, gap: number): Size {
  let best = { width: 0, height: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const cell = {
      width: Math.max(0, area.width - gap * (columns - 1)) / columns,
      height: Math.max(0, area.height - gap * (rows - 1)) / rows,
    };
    const tile = shaped(cell);
    if (tile.width * tile.height > best.width * best.height) best = tile;
  }
  return { width: Math.floor(best.width), height: Math.floor(best.height) };
}
