const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** A block of MDX as one line, without markup. Placeholders such as {company} stay. */
const plainText = (block: string) =>
  block
    .replace(ITEM, '')
    .replaceAll(/^\s*>\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?[A-Za-z](?:"[^"]*"|[^>"])*>/g, '')
    .replaceAll(/(\*{1,3}|~~|`+)(?=\S)(.{1,1000}?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.{1,1000}?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();

/** The text before the first heading of an MDX text, and below each heading, as plain text. */
export function readText(mdx: string): { paragraphs: string[]; parts: { title: string; paragraphs: string[] }[] } {
  const [paragraphs = [], ...parts] = mdx
    .replaceAll(/\{\/\*[^]*?\*\/\}|<!--[^]*?-->|^```.*$/gm, '')
    .split(/^#{1,6}\s+/m)
    .map((part) =>
      part
        .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/)
        .map(plainText)
        .filter((line) => /[\p{L}\p{N}]/u.test(line)),
    );
  return { paragraphs, parts: parts.map(([title = '', ...below]) => ({ title, paragraphs: below })) };
}
