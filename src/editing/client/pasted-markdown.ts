import TurndownService from 'turndown';
import { inOneLine } from './soft-lines.ts';

/** What was pasted, as Markdown. */
export interface Pasted {
  markdown: string;
  /** Whether it has a table. */
  hasTable: boolean;
}

const BOLD = /font-weight:\s*(?:bold|[6-9]00)/i;
const NOT_BOLD = /font-weight:\s*(?:normal|[1-5]00)/i;
const ITALIC = /font-style:\s*italic/i;
/** HTML without any of these has nothing that a plain text lacks. */
const FORMATTED = /<(?:b|strong|i|em|a|ul|ol|table|h[1-6])\b|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i;
/** The ends of a table's cells and rows until the table is complete. No text can have these characters. */
const [CELL, ROW] = ['\uE000', '\uE001'];
/** How Word begins the lines of a list. */
const WORD_BULLET = /^[·•▪§]\s+/gm;

/** More blanks in a row than mean anything, but not in the lines of code. */
const BLANKS = /[^\S\n]{100,}/g;

/** The most HTML that is read (characters): the formats of a few pages from Word are longer than their text. */
export const MOST_PASTED = 500_000;

const ELEMENT = /<[a-z]/gi;
/** The most elements that are read: a browser needs much longer for very many that are not closed. */
const MOST_ELEMENTS = 10_000;

const styleOf = (node: HTMLElement) => node.getAttribute('style') ?? '';

/** Marks words without the blanks around them: marks next to a blank mean nothing. */
function marked(content: string, mark: string): string {
  const words = content.trim();
  if (words === '') return content;
  const [before = '', after = ''] = content.split(words, 2);
  return `${before}${mark}${words}${mark}${after}`;
}

/** A link to a page of this site has no origin, so that it works on every one. */
const ownAddress = (address: string, origin: string) =>
  address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;

/** Whether a table, or a part of it, holds another one: mails are laid out with such tables. */
const isLayout = (node: HTMLElement) => node.getElementsByTagName('table')[0] !== undefined;

/** Matches what has more elements around it than a text needs: each of them is converted with all that it contains. */
const TOO_DEEP = Array<string>(50).fill('*').join('>');

/** Ends the conversion of a text that is nested too deeply. */
class TooDeep extends Error {}

function converter(origin: string): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    emDelimiter: '_',
    hr: '---',
    codeBlockStyle: 'fenced',
  });
  const escape = service.escape.bind(service);
  // A text can contain elements, so < would begin one.
  // The library looks for the end of the text again from each of many blanks.
  service.escape = (text) => escape(text.replace(BLANKS, '  ')).replaceAll('<', '&lt;');
  service.remove(['style', 'script', 'title', 'video', 'audio']);
  service.addRule('picture', { filter: 'img', replacement: () => '' });
  service.addRule('a page has its own main heading', {
    filter: 'h1',
    replacement: (content) => `\n\n## ${content.trim()}\n\n`,
  });
  // Google Docs surrounds everything with <b style="font-weight: normal">.
  service.addRule('bold', {
    filter: ['b', 'strong'],
    replacement: (content, node) => (NOT_BOLD.test(styleOf(node)) ? content : marked(content, '**')),
  });
  service.addRule('styled', {
    filter: (node) => node.nodeName === 'SPAN' && (BOLD.test(styleOf(node)) || ITALIC.test(styleOf(node))),
    replacement(content, node) {
      const style = styleOf(node);
      const italic = ITALIC.test(style) ? marked(content, '_') : content;
      return BOLD.test(style) ? marked(italic, '**') : italic;
    },
  });
  service.addRule('link', {
    filter: 'a',
    replacement(content, node) {
      const address = ownAddress(node.getAttribute('href') ?? '', origin);
      if (content.trim() === '' || !/^(?:https:|mailto:|\/|#)/.test(address)) return content;
      return `[${content.trim()}](${/[\s()]/.test(address) ? `<${address}>` : address})`;
    },
  });
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content, node) =>
      isLayout(node) ? `\n\n${content}\n\n` : inOneLine(content.trim()).replaceAll('|', '\\|') + CELL,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => (isLayout(node) ? content.replaceAll(CELL, '\n\n') : content.trim() + ROW),
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', {
    filter: 'table',
    replacement(content, node) {
      if (isLayout(node)) return content.replaceAll(ROW, '\n\n').replaceAll(CELL, '\n\n');
      const rows = content
        .split(ROW)
        .slice(0, -1)
        .map((row) => row.split(CELL).slice(0, -1));
      const width = Math.max(0, ...rows.map((row) => row.length));
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
      const whole = rows.map((row) => line([...row, ...Array<string>(width - row.length).fill('')]));
      return `\n\n${[whole[0], line(Array<string>(width).fill('---')), ...whole.slice(1)].join('\n')}\n\n`;
    },
  });
  service.addRule('depth', {
    filter(node) {
      if (node.matches(TOO_DEEP)) throw new TooDeep();
      return false;
    },
    replacement: (content) => content,
  });
  return service;
}

function convert(html: string | HTMLElement, origin: string): string | undefined {
  try {
    return converter(origin).turndown(html);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/**
 * Copied text as Markdown, with its bold and italic words, links, lists, headings and tables.
 *
 * @param html as another program gives it; '' if it gives none
 * @param origin of this site: links to it become addresses of pages
 * @param parse reads the HTML, where the converter may not; undefined if it can't be read
 * @returns undefined if the plain text says the same, or is all that can be read in a moment
 */
export function pastedMarkdown(
  html: string,
  origin: string,
  parse: (html: string) => string | HTMLElement | undefined = (text) => text,
): Pasted | undefined {
  if (!FORMATTED.test(html) || (html.match(ELEMENT) ?? []).length > MOST_ELEMENTS) return undefined;
  const parsed = parse(html.replace(/\p{Co}/gu, '').replace(/(?:&nbsp;|[^\S\n]){100,}/g, '  '));
  if (parsed === undefined) return undefined;
  const converted = convert(parsed, origin);
  if (converted === undefined) return undefined;
  const markdown = converted
    .replace(WORD_BULLET, '- ')
    .replace(/^(-|\d+\.) +/gm, '$1 ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { markdown, hasTable: /<table\b/i.test(html) };
}
