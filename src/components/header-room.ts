import { widthOf } from '../brand/lettering.ts';
import type { Site } from '../schemas/site.ts';

/** How the header shows its links, see {@link headerRoom}. */
interface HeaderRoom {
  /** The width of the window in rem from which the bar shows them: the menu has them below. Without one, it always has. */
  from?: 72 | 84;
  /** Whether they are larger from 84 rem on. */
  large: boolean;
}

const REM = 16;
const SCROLLBAR = 16;
/** `--width-page` and `--space-gutter` (src/styles/tokens.css), in CSS pixels. */
const WIDEST = 76 * REM;
const gutter = (width: number) => 0.4 * REM + 0.036 * width;
/** The mark and its distance from the name, the padding of the button, and the gaps in the bar. */
const AROUND = { mark: 51 + 12, button: 2 * 16, gaps: 2 * 16 };

/** The room in the bar of a window this wide, in CSS pixels. */
function roomAt(rem: number): number {
  const width = rem * REM - SCROLLBAR;
  return Math.min(WIDEST, width - 2 * gutter(width));
}

/** The width of a text, at most: of bold letters that are not moved together. The editor's marks at its end are blanks. */
function atMost(marked: string, size: number): number {
  const text = marked.trim();
  return widthOf(text, size) + 0.03 * text.length * size;
}

function widthOfBar({ name, navigation, callToAction }: Site, size: number, padding: number): number {
  const links = navigation.map(({ label }) => atMost(label, size) + 2 * padding).reduce((sum, width) => sum + width, 0);
  const button = atMost(callToAction.wide, 16) + AROUND.button;
  return AROUND.mark + widthOf(name.trim(), 23) + links + button + AROUND.gaps;
}

/** Whether the links, the name and the button fit into the bar of the header: if not, the menu has the links. */
export function headerRoom(site: Site): HeaderRoom {
  const small = widthOfBar(site, 14, 8);
  const large = widthOfBar(site, 16, 12) <= roomAt(84);
  if (small <= roomAt(72)) return { from: 72, large };
  return small <= roomAt(84) ? { from: 84, large } : { large };
}
