import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { marksIn, withoutMarks } from './marks.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The attribute in which {@link markTextLines} leaves where a block of Markdown stands: `content/legal/x.mdx:12`. */
export const LINE_ATTRIBUTE = 'data-edit-line';

/** Elements whose text nobody reads on the page. */
const UNREAD = new Set(['script', 'style', 'template']);
/** What is drawn anew in the browser, and must find its HTML as it would make it itself. */
const ISLAND = 'astro-island';

const isElement = (node: Node): node is Element => 'tagName' in node;

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Text that is put in at an offset of the HTML. */
interface Insertion {
  at: number;
  text: string;
}

/** Where the attributes of an element end. */
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
 * A page whose marks have become attributes: `data-edit` on an element names the places of its texts,
 * `data-edit-attributes` those of the words in its attributes, and `data-edit-page` of the root those in the head.
 *
 * @param html as it was rendered from marked copy
 * @param placeOfLine the place of the block of Markdown that begins in a line, given as `file:line`
 * @param head HTML that is put at the beginning of the head
 */
export function attribute(html: string, placeOfLine: (line: string) => string | undefined, head = ''): string {
  const insertions: Insertion[] = [];
  /** The blocks of Markdown that links can lead to, by their ids. */
  const headings = new Map<string, string>();
  /** Links with words of their own, and the ids that they lead to. */
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
  // What stands in a table of contents is written where it leads to.
  for (const [link, id] of contents) {
    const heading = headings.get(id);
    if (heading !== undefined) put(link, 'data-edit', [heading]);
  }
  if (root) {
    put(root, 'data-edit-page', ofPage);
    put(root, 'data-editing', ['on']);
  }
  const opening = /<head[^>]*>/.exec(html);
  if (opening) insertions.push({ at: opening.index + opening[0].length, text: head });
  return withoutMarks(
    insertions
      .sort((a, b) => b.at - a.at)
      .reduce((text, { at, text: put }) => text.slice(0, at) + put + text.slice(at), html),
  );
}
