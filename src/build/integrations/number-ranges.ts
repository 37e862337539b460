import { NUMBER_RANGE } from '../../lib/number-range.ts';

/** Elements that contain no text of the page, or text that React compares with its own; a tag; the text between tags. */
const PIECE =
  /<!--[^]*?-->|<(script|style|title|textarea|select|svg|astro-island)\b[^]*?<\/\1>|<(?:"[^"]*"|'[^']*'|[^'">])*>|([^<]+)/g;

/**
 * Keeps browsers from breaking a line within a range of numbers. Invisible characters would do that, too, but then not
 * every browser's search finds the text.
 */
export const keepRanges = (html: string): string =>
  html.replace(PIECE, (piece, _name, text?: string) =>
    text === undefined ? piece : text.replace(NUMBER_RANGE, '<span data-range>$&</span>'),
  );
