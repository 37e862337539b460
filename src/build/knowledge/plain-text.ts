const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/**
 * A block of MDX as one line, without markup. Placeholders such as {company} stay. What a pattern can span is
 * limited: otherwise its time would grow with the square of the length.
 */
const plainText = (block: string) =>
  block
    .replace(ITEM, '')
    .replaceAll(/^\s*>\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/!\[[^[\]]*\]\([^)]{0,1000}\)/g, '')
    .replaceAll(/\[([^[\]]*)\]\([^)]{0,1000}\)/g, '$1')
    .replaceAll(/<\/?[A-Za-z](?:"[^"]{0,1000}"|[^>"]){0,1000}>/g, '')
    .replaceAll(/(\*{1,3}|~~|`+)(?=\S)(.{1,1000}?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.{1,1000}?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();

/** The text before the first heading of an MDX text, and below each heading, as plain text. */
export function readText(mdx: string): { paragraphs: string[]; parts: { title: string; paragraphs: string[] }[] } {
  const [paragraphs = [], ...parts] = mdx
    // An unclosed comment ends with the text: looking for its end again from each start would take minutes.
    .replaceAll(/\{\/\*[^]*?(?:\*\/\}|(?![^]))|<!--[^]*?(?:-->|(?![^]))|^```.*$/gm, '')
    .split(/^#{1,6}\s+/m)
    .map((part) =>
      part
        .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/)
        .map(plainText)
        .filter((line) => /[\p{L}\p{N}]/u.test(line)),
    );
  return { paragraphs, parts: parts.map(([title = '', ...below]) => ({ title, paragraphs: below })) };
}
