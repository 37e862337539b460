import { byLikelihood, type Matcher } from './match-islands.ts';
import { placeKey, placesOf, type CopyPlace } from './tokens.ts';

/** A text on the page or in its head, and the places that it can come from. */
export interface PageText {
  /** Absent for texts in the head. */
  element?: Element;
  places: readonly CopyPlace[];
  /** The text as a list shows it; '' for texts in the head. */
  text: string;
  /** Whether several places are equally likely. */
  ambiguous: boolean;
}

/** Where React renders: islands, and the containers of their overlays. */
const ISLANDS = 'astro-island, #toasts, #call-panels';
const ATTRIBUTES = ['placeholder', 'aria-label', 'title', 'alt'];
/** Elements that can have words in attributes and don't contain other texts. */
const HAS_ATTRIBUTES = 'img, svg, picture, video, input, textarea, select, button, a, summary, [role="img"]';

/** A range of numbers within a text (src/islands/Ranged.tsx). */
const isRange = (node: Node | null) => node instanceof Element && node.hasAttribute('data-range');

function directText(element: Element): string[] {
  const texts: string[] = [];
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE && !isRange(node)) continue;
    const isOneText = texts.length > 0 && (isRange(node) || isRange(node.previousSibling));
    texts.push((isOneText ? (texts.pop() ?? '') : '') + (node.textContent ?? ''));
  }
  return texts;
}

const attributeTexts = (element: Element) => ATTRIBUTES.flatMap((name) => element.getAttribute(name) ?? []);

/** All words of an element in an island. */
function wordsOf(element: Element): string[] {
  const options = element instanceof HTMLSelectElement ? [...element.options].map((option) => option.text) : [];
  return [...directText(element), ...attributeTexts(element), ...options];
}

/** The words that a click on the element can refer to. The label of a container is not one of them. */
const clickableWordsOf = (element: Element) =>
  element.matches(HAS_ATTRIBUTES) ? wordsOf(element) : directText(element);

function shownText(element: Element): string {
  const text = element.textContent.trim() || attributeTexts(element)[0] || '';
  return text.replace(/\s+/g, ' ');
}

/** The matches for all texts of an island. Reading an island is expensive, so the result is cached. */
class Surroundings {
  readonly #matcher: Matcher;
  readonly #known = new Map<Element, CopyPlace[][]>();

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  of(island: Element): CopyPlace[][] {
    let found = this.#known.get(island);
    if (!found) {
      found = [...island.querySelectorAll('*')].flatMap((element) =>
        wordsOf(element).map((text) => this.#matcher.find(text)),
      );
      this.#known.set(island, found);
    }
    return found;
  }

  /**
   * Finds where the element's own texts come from. It prefers the file that the island shows most of.
   *
   * @param words the words to look up
   */
  textOf(element: Element, words = wordsOf(element)): PageText | undefined {
    const island = element.closest(ISLANDS);
    if (!island || element.closest('[data-edit]')) return undefined;
    const found = words.map((text) => byLikelihood(this.#matcher.find(text), this.of(island)));
    const likely = found.flatMap((places) => places.filter(({ file }) => file === places[0]?.file));
    if (likely.length === 0) return undefined;
    const rest = found.flat().filter((place) => !likely.includes(place));
    const ambiguous = found.some((places) => places.filter(({ file }) => file === places[0]?.file).length > 1);
    return {
      element,
      places: [...likely, ...rest],
      text: shownText(element),
      ambiguous: ambiguous || likely.length > 1,
    };
  }
}

function attributed(element: Element): PageText | undefined {
  const places = placesOf(
    `${element.getAttribute('data-edit') ?? ''} ${element.getAttribute('data-edit-attributes') ?? ''}`,
  );
  return places.length > 0 ? { element, places, text: shownText(element), ambiguous: false } : undefined;
}

/** The label of a form field: the field itself has no words. */
function labelOf(element: Element, surroundings: Surroundings | undefined): PageText | undefined {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const label = isField || element instanceof HTMLSelectElement ? element.labels?.[0] : undefined;
  return label && surroundings?.textOf(label);
}

/**
 * The text that someone points at, in the element or around it. Undefined if it does not come from the content.
 *
 * @param matcher absent until the content is loaded; until then, texts of islands are not found
 */
export function textAt(target: Element, matcher: Matcher | undefined): PageText | undefined {
  const surroundings = matcher && new Surroundings(matcher);
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element.hasAttribute('data-edit')) return attributed(element);
    if (element.hasAttribute('data-edit-attributes') && element.matches(HAS_ATTRIBUTES)) return attributed(element);
    const found = surroundings?.textOf(element, clickableWordsOf(element)) ?? labelOf(element, surroundings);
    if (found) return found;
  }
  return undefined;
}

/** All texts of the page in document order, those of the head first. Each place is listed once. */
export function pageTexts(root: Document, matcher: Matcher | undefined): PageText[] {
  const surroundings = matcher && new Surroundings(matcher);
  const head = placesOf(root.documentElement.getAttribute('data-edit-page')).map((place) => ({
    places: [place],
    text: '',
    ambiguous: false,
  }));
  const inPage = [...root.body.querySelectorAll('*')].flatMap((element) => {
    const found = attributed(element) ?? surroundings?.textOf(element);
    return found ? [found] : [];
  });
  const seen = new Set<string>();
  return [...head, ...inPage].filter(({ places }) => {
    const key = places[0] ? placeKey(places[0]) : '';
    return key !== '' && !seen.has(key) && seen.add(key);
  });
}

/** The elements of the page that show the text of a place. */
export function elementsOf(place: CopyPlace, matcher: Matcher | undefined): Element[] {
  const token = CSS.escape(placeKey(place));
  const marked = document.querySelectorAll(`[data-edit~="${token}"]`);
  if (marked.length > 0) return [...marked];
  const inAttributes = document.querySelectorAll(`[data-edit-attributes~="${token}"]`);
  if (inAttributes.length > 0 || !matcher) return [...inAttributes];
  const shows = ({ places: [first] }: PageText) => first && placeKey(first) === placeKey(place);
  return pageTexts(document, matcher).flatMap((text) => (shows(text) && text.element ? [text.element] : []));
}
