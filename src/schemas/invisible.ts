/**
 * Characters that no reader of a page sees, or that turn the text around them: only programs would read the words that
 * they can spell, such as language models. XML can't contain some, and the feed is XML; others end a line for some readers
 * only. Soft hyphens and what joins words, letters or emojis are allowed.
 */
export const INVISIBLE =
  /(?!\u200C|\u200D|[\t\n\u00AD\u2060])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}\uFFFE\uFFFF]/u;

/** What is wrong with a text that has such a character, or undefined. */
export function invisibleMistake(text: string): string | undefined {
  const place = text.search(INVISIBLE);
  if (place === -1) return undefined;
  const before = text.slice(Math.max(0, place - 20), place);
  return `has an invisible character after "${before}". Delete it, or type the text again.`;
}

/** The mistakes in the lines of a file. A byte order mark at its beginning, and the line ends of Windows, are none. */
export const invisibleInLines = (source: string): string[] =>
  source
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, index) => {
      const mistake = invisibleMistake(line);
      return mistake === undefined ? [] : [`line ${index + 1} ${mistake}`];
    });
