/**
 * Runs on the pages of a preview build (tools/edit/preview.ts): a click on a text opens it in the editor, in a tab of its
 * own.
 */
import { matcher } from '../client/match-islands.ts';
import { textAt, type PageText } from '../client/page-texts.ts';
import { addressOf } from '../core/place-address.ts';
import type { Listed } from '../protocol.ts';
import { addBar, TAG } from './bar.ts';
import { $browsing } from './mode.ts';

/** The address of the editor. The build fills it in. */
declare const EDITOR_ADDRESS: string;
/** The texts of islands, which are rendered here and have no places. The build fills them in, too. */
declare const ISLAND_TEXTS: readonly Pick<Listed, 'file' | 'texts'>[];

const OVER = 'data-preview-over';
const OUTLINE = `[${OVER}] { outline: 2px dashed currentcolor; outline-offset: 4px; cursor: pointer; }`;

const islands = matcher(ISLAND_TEXTS);

/** With these keys, a click is what it is for visitors: it follows a link, opens a tab, or selects. */
const isPlain = (event: MouseEvent) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** The text that an event is about; undefined if there is none, or it is not to be opened. */
function textOf(event: MouseEvent): PageText | undefined {
  const [target] = event.composedPath();
  if ($browsing.get() || !isPlain(event) || !(target instanceof Element)) return undefined;
  if (event.composedPath().some((node) => node instanceof Element && node.localName === TAG)) return undefined;
  return textAt(target, islands);
}

/** The texts of one file at once: an element can have several. */
function addressOfText({ places }: PageText): string | undefined {
  const [first] = places;
  if (!first) return undefined;
  const paths = places.filter(({ file }) => file === first.file).map(({ path }) => path);
  return `${EDITOR_ADDRESS}#${addressOf({ file: first.file, paths })}`;
}

// In the capture phase on the window, before any listener of the page.
addEventListener(
  'click',
  (event) => {
    const text = event.button === 0 ? textOf(event) : undefined;
    const address = text && addressOfText(text);
    if (address === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(address, '_blank', 'noopener');
  },
  true,
);
addEventListener('pointerover', (event) => {
  const over = event.pointerType === 'touch' ? undefined : textOf(event)?.element;
  for (const element of document.querySelectorAll(`[${OVER}]`)) if (element !== over) element.removeAttribute(OVER);
  over?.setAttribute(OVER, '');
});

const outline = new CSSStyleSheet();
outline.replaceSync(OUTLINE);
document.adoptedStyleSheets.push(outline);
addBar(EDITOR_ADDRESS);
