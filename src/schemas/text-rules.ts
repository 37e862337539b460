import type { MdastNode } from 'satteri';
import { mdxToMdast } from '#mdx-to-mdast';
import { codeWordsMistake } from './code-words.ts';
import { fillSource, linkTarget, noSuchPlaceholder, ODD_NOTE, type PlaceholderSource } from './copy.ts';
import { splitFrontmatter } from './frontmatter.ts';
import { invisibleInLines, invisibleMistake } from './invisible.ts';
import { readCopy } from './messages.ts';
import { limitMistake } from './parser-limits.ts';
import { pictureAddress, TEXT_ELEMENT_BY_NAME } from './text-elements.ts';

type JsxElement = Extract<MdastNode, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

/** Whether an expression is one comment and nothing else: other readers of a text look for its signs and the braces. */
const isNote = (expression: string) =>
  expression.startsWith('/*') && expression.indexOf('*/', 2) === expression.length - 2;

/** What is wrong with an expression. */
function expressionMistakes(expression: string): string[] {
  if (isNote(expression)) return [];
  return /^\s*\/[*/]/.test(expression) ? [ODD_NOTE] : [noSuchPlaceholder([expression.trim()])];
}

const hasSmallText = (node: MdastNode): boolean =>
  ('name' in node && TEXT_ELEMENT_BY_NAME.get(node.name ?? '')?.hasText === true) ||
  ('children' in node && node.children.some(hasSmallText));

function elementMistakes({ type, name, attributes, children }: JsxElement): string[] {
  const tag = `<${name ?? ''}>`;
  const element = TEXT_ELEMENT_BY_NAME.get(name ?? '');
  if (!element) {
    const known = [...TEXT_ELEMENT_BY_NAME.keys()].map((one) => `<${one}>`).join(' ');
    return [
      `has ${tag}, which a text can't contain. To show it as text, write &lt;${name ?? ''}&gt;. A text can contain ${known}.`,
    ];
  }
  const values = new Map<string, unknown>();
  for (const attribute of attributes) {
    if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value === 'object')
      return [`has ${tag} with a value that is read as code. Write each value in quotes: ${element.example}`];
    if (values.has(attribute.name)) return [`has ${tag} with two values for ${attribute.name}. Remove one.`];
    values.set(attribute.name, attribute.value);
  }
  // As properties of their own, whatever their names are.
  const result = readCopy(element.attributes, Object.fromEntries(values));
  const mistakes = 'mistakes' in result ? result.mistakes : [];
  return [
    ...mistakes.map(({ path, message }) => `has ${tag}: ${path.map((part) => `${String(part)} `).join('')}${message}`),
    ...(element.isBlock && type === 'mdxJsxTextElement'
      ? [`has ${tag} within other text. Put it on a line of its own, with an empty line above and below.`]
      : []),
    ...(children.length > 0 && !element.hasText
      ? [`has text in ${tag}, which can't contain any. Write it like this: ${element.example}`]
      : []),
    // Each level would be smaller, down to what nobody can see.
    ...(element.hasText && children.some(hasSmallText)
      ? [`has small text within ${tag}, which is small already. Close ${tag} first.`]
      : []),
  ];
}

/** What is wrong with a node, without its children. */
function nodeMistakes(node: MdastNode): string[] {
  switch (node.type) {
    case 'mdxjsEsm':
      return ['starts with the word import or export, which is read as code. Start it with another word.'];
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return expressionMistakes(node.value);
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return elementMistakes(node);
    case 'link':
    case 'definition': {
      const result = readCopy(linkTarget, node.url);
      return 'mistakes' in result ? [`has the link "${node.url}", which ${result.mistakes[0]?.message}`] : [];
    }
    case 'imageReference':
      return ['has a picture whose address is elsewhere. Write ![What it shows](/name.png).'];
    case 'image':
      if ('data' in readCopy(pictureAddress, node.url)) return [];
      return [`has the picture "${node.url}". Put pictures in public/ and write ![What it shows](/name.png).`];
    default:
      return [];
  }
}

/** What is wrong with the words of a node: nobody would see them, or they are read as code. */
const wordMistakes = (node: MdastNode): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    ['value', 'alt', 'title', 'url', 'identifier', 'label', 'lang', 'meta'].includes(key) && typeof value === 'string'
      ? (codeWordsMistake(value) ?? invisibleMistake(value) ?? [])
      : [],
  );

/** What is nested deeper would be off the screen, where only programs read it. */
const MOST_LEVELS = 16;

/** The compiler completes each row of a table, so that a few columns more can make a page of hundreds of megabytes. */
const MOST_CELLS = 10_000;

/** The parser's rows without cells have no list of them. */
const cellsOf = (row: MdastNode): number => ('children' in row ? row.children.length : 0);

/** A page does not show the cells of a row beyond the columns of its table; other readers of the text would. */
const surplusIn = (node: MdastNode): string[] =>
  node.type === 'table' && node.children.some((row) => cellsOf(row) > (node.align?.length ?? 0))
    ? ['has a table in which a row has more cells than the head. Add a column to the head, or remove cells.']
    : [];

const OF_LINES = [
  ...[
    'text',
    'emphasis',
    'strong',
    'delete',
    'inlineCode',
    'break',
    'link',
    'linkReference',
    'image',
    'imageReference',
  ],
  ...['footnoteReference', 'mdxTextExpression', 'mdxJsxTextElement'],
];
/** What can be in a node, where that is one kind of nodes. */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  table: ['tableRow'],
  tableRow: ['tableCell'],
  list: ['listItem'],
  ...Object.fromEntries(
    [
      'paragraph',
      'heading',
      'tableCell',
      'emphasis',
      'strong',
      'delete',
      'link',
      'linkReference',
      'mdxJsxTextElement',
    ].map((type) => [type, OF_LINES]),
  ),
};

/** The words of a heading or a link. */
export function wordsIn(node: MdastNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node ? node.children.map(wordsIn).join('') : '';
}

/** Words of a heading that are read as code only once they are put together: the compiler lists the headings. */
function headingMistakes(node: MdastNode): string[] {
  const mistake = node.type === 'heading' ? codeWordsMistake(wordsIn(node)) : undefined;
  return mistake === undefined ? [] : [mistake];
}

/** What can be nowhere else. */
const PARTS = ['tableRow', 'tableCell', 'listItem'];

/** A part at a place where Markdown has none: the page and other readers of the text would take it for different things. */
const astrayIn = (node: MdastNode): string[] =>
  'children' in node &&
  node.children.some(({ type }) => (HOLDS[node.type] ? !HOLDS[node.type]?.includes(type) : PARTS.includes(type)))
    ? ['has a table or a list that does not end where it should. Put an empty line before and after it.']
    : [];

const hasNote = (node: MdastNode): boolean =>
  node.type === 'mdxTextExpression' || ('children' in node && node.children.some(hasNote));

/** The list of headings and their addresses, and the words for a picture, would have a note as words. */
const shownNotesIn = (node: MdastNode): string[] =>
  (node.type === 'heading' && hasNote(node)) || (node.type === 'image' && node.alt?.includes('/*') === true)
    ? ['has a note in a heading or in the words for a picture, where it would be shown. Put it on a line of its own.']
    : [];

/** What a text can't have, found in its tree. */
function treeMistakes(node: MdastNode, level = 0): string[] {
  const line = `line ${node.position?.start.line ?? '?'}`;
  if (level > MOST_LEVELS)
    return [`${line} is nested too deep. A text can have ${MOST_LEVELS} levels of lists, quotes and emphasis.`];
  if (node.type === 'table' && node.children.length * (node.align?.length ?? 0) > MOST_CELLS)
    return [`${line} has a table of more than ${MOST_CELLS.toLocaleString('en')} cells. Make several tables of it.`];
  return [
    ...[
      ...nodeMistakes(node),
      ...surplusIn(node),
      ...astrayIn(node),
      ...shownNotesIn(node),
      ...wordMistakes(node),
      ...headingMistakes(node),
    ].map((mistake) => `${line} ${mistake}`),
    ...('children' in node ? node.children.flatMap((child) => treeMistakes(child, level + 1)) : []),
  ];
}

/**
 * Characters for private use, which have no meaning. The parser uses one of them for itself: in an expression, the
 * compiler removes it and this tree has a space, so what is a comment here could be code there.
 */
const PRIVATE = /\p{Co}/u;

function sourceMistakes(source: string): string[] {
  return [
    ...source.split('\n').flatMap((line, index) => {
      const mistake = PRIVATE.test(line) ? 'has a character for private use. Remove it.' : codeWordsMistake(line);
      return mistake === undefined ? [] : [`line ${index + 1} ${mistake}`];
    }),
    ...invisibleInLines(source),
  ];
}

/** The mistakes in a text, or in its tree: an entity such as &#x202E; is a character only there. */
export function mistakesIn(source: string, tree: MdastNode): string[] {
  const mistakes = sourceMistakes(source);
  return mistakes.length > 0 ? mistakes : [...new Set(treeMistakes(tree))];
}

/**
 * Everything in the text of an MDX file that would run as code, here or in a browser: expressions other than comments,
 * imports and exports, unknown elements and attributes, links and pictures that lead to code.
 *
 * @param source of the whole file
 * @param site gives what placeholders stand for
 * @returns messages; none for a text that can't be parsed, which the compiler reports
 */
export function textRuleMistakes(source: string, site: PlaceholderSource): string[] {
  const filled = fillSource(source, site);
  // Placeholders can stand for a long text.
  const refused = limitMistake(source) ?? limitMistake(filled);
  if (refused !== undefined) return [refused];
  const { text } = splitFrontmatter(filled);
  // Blank lines in the place of the fields keep the line numbers.
  const fields = filled.slice(0, filled.length - text.length).replaceAll(/[^\n]/g, '');
  let tree: MdastNode;
  try {
    tree = mdxToMdast(fields + text);
  } catch {
    return sourceMistakes(source);
  }
  return mistakesIn(source, tree);
}
