import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { marksIn, withoutMarks } from './marks.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The attribute that {@link markTextLines} sets to the position of a Markdown block: `content/legal/x.mdx:12`. */
export const LINE_ATTRIBUTE = 'data-edit-line';

/** Elements whose text is not shown on the page. */
const UNREAD = new Set(['script', 'style', 'template']);
/** Islands are hydrated in the browser, so their HTML must not change. */
const ISLAND = 'astro-island';

const isElement = (node: Node): node is Element => 'tagName' in node;

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Text to insert at an offset of the HTML. */
interface Insertion {
  at: number;
  text: string;
}

/** The offset where the attributes of an element end. */
function endOfAttributes(html: string, element: Element): number | undefined {
  const tag = element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation;
  if (!tag) return undefined;
  return html[tag.endOffset - 2] === '/' ? tag.endOffset - 2 : tag.endOffset - 1;
}

const valueOf = (element: Element, attribute: string) => element.attrs.find(({ name }) => name === attribute)?.value;

const hasWords = (node: Node) => node.nodeName === '#text' && 'value' in node && node.value.trim() !== '';

const directTexts = (element: Element) =>
  element.childNodes.flatMap((child) => (child.nodeName === '#text' && 'value' in child ? marksIn(child.value) : []));

/**
 * Replaces the marks of a page (marks.ts) with attributes that name the places of its texts: `data-edit` for the text
 * of an element, `data-edit-attributes` for the words in its attributes, and `data-edit-page`, on the root element, for
 * the texts in the head.
 *
 * @param html rendered from marked copy
 * @param placeOfLine the place of the Markdown block that begins on a line, given as `file:line`
 */
export function attribute(html: string, placeOfLine: (line: string) => string | undefined): string {
  const insertions: Insertion[] = [];
  /** The Markdown blocks that links can target, by id. */
  const headings = new Map<string, string>();
  /** Links with text, and the ids that they target. */
  const contents: [Element, string][] = [];
  const ofPage: string[] = [];
  let root: Element | undefined;

  const put = (element: Element, name: string, places: readonly string[]) => {
    const at = endOfAttributes(html, element);
    if (places.length === 0 || at === undefined) return;
    insertions.push({ at, text: ` ${name}="${escaped([...new Set(places)].join(' '))}"` });
  };
  const visitHead = (element: Element) => {
    ofPage.push(...directTexts(element), ...element.attrs.flatMap(({ value }) => marksIn(value)));
    for (const child of element.childNodes) if (isElement(child) && !UNREAD.has(child.tagName)) visitHead(child);
  };
  const visit = (element: Element): void => {
    if (element.tagName === 'html') root = element;
    if (element.tagName === 'head') return visitHead(element);
    if (element.tagName === ISLAND || UNREAD.has(element.tagName)) return;
    const line = valueOf(element, LINE_ATTRIBUTE);
    const block = line === undefined ? undefined : placeOfLine(line);
    const places = [...(block === undefined ? [] : [block]), ...directTexts(element)];
    put(element, 'data-edit', places);
    const id = valueOf(element, 'id');
    if (id !== undefined && block !== undefined) headings.set(id, block);
    const target = element.tagName === 'a' && places.length === 0 ? valueOf(element, 'href') : undefined;
    if (target?.startsWith('#') && element.childNodes.some(hasWords)) contents.push([element, target.slice(1)]);
    const inAttributes = element.attrs.flatMap(({ value }) => marksIn(value));
    put(element, 'data-edit-attributes', inAttributes);
    for (const child of element.childNodes) if (isElement(child)) visit(child);
  };

  const document = parse(html, { sourceCodeLocationInfo: true });
  for (const child of document.childNodes) if (isElement(child)) visit(child);
  // An entry in a table of contents takes its text from the heading that it links to.
  for (const [link, id] of contents) {
    const heading = headings.get(id);
    if (heading !== undefined) put(link, 'data-edit', [heading]);
  }
  if (root) {
    put(root, 'data-edit-page', ofPage);
    put(root, 'data-editing', ['on']);
  }
  const pieces: string[] = [];
  let end = 0;
  for (const { at, text } of insertions.sort((a, b) => a.at - b.at)) {
    pieces.push(html.slice(end, at), text);
    end = at;
  }
  return withoutMarks(pieces.join('') + html.slice(end));
}
