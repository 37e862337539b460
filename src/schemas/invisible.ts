/** What is invisible, and has its place: never two of them in a row, or many could spell words. */
const ALLOWED = [
  String.raw`[\t\n]`,
  // A soft hyphen, and what keeps two words together.
  String.raw`(?<!\p{DI})[\u00AD\u2060](?!\p{DI})`,
  // What joins letters, or keeps them apart, in scripts where letters join.
  String.raw`(?<=(?![\p{Script=Latin}\p{Script=Inherited}])[\p{L}\p{M}])[\u200C\u200D](?!\p{DI})`,
  // What makes one emoji of two, and whether one has a color; keycaps.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\d#*])\uFE0F(?=\u20E3)`,
];

/**
 * Characters that no reader of a page sees, or that turn the text around them: only programs would read the words that
 * they can spell, such as language models. XML can't contain some, and the feed is XML; others end a line for some readers
 * only.
 */
const INVISIBLE = new RegExp(
  String.raw`(?!${ALLOWED.join('|')})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800\uFFFC\u{1D159}\u{13441}\u{13442}]|(?<=\p{Zs})(?! )\p{Zs}`,
  'u',
);

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
