/** Elements that contain no text of the page, or text that React compares with its own; a tag; the text between tags. */
const PIECE =
  /<!--[^]*?-->|<(script|style|title|textarea|select|svg|astro-island)\b[^]*?<\/\1>|<(?:"[^"]*"|'[^']*'|[^'">])*>|([^<]+)/g;

/** Such as 4-6, and no date. */
const RANGE = /(?<![\d-])\d+[-–]\d+(?![\d-])/g;

/**
 * Keeps browsers from breaking a line within a range of numbers. Invisible characters would do that, too, but then not
 * every browser's search finds the text.
 */
export const keepRanges = (html: string): string =>
  html.replace(PIECE, (piece, _name, text?: string) =>
    text === undefined ? piece : text.replace(RANGE, '<span data-range>$&</span>'),
  );
