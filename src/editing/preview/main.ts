/**
 * Runs on the pages of a preview build (tools/edit/preview.ts): a click on a text opens it in the editor, in a tab of its
 * own.
 */
import { textAt } from '../client/page-texts.ts';
import { addressOf } from '../core/place-address.ts';
import { addBar, TAG } from './bar.ts';
import { $browsing } from './mode.ts';

/** The address of the editor; the build fills it in. */
declare const EDITOR_ADDRESS: string;

const OUTLINE = `
html[data-editing='on'] :is([data-edit], [data-edit-attributes]:is(img, svg, video, input, textarea)):hover:not(:has([data-edit]:hover)) {
  outline: 2px dashed currentcolor; outline-offset: 4px; cursor: pointer;
}
`;

/** With these keys, a click is what it is for visitors: it follows a link, opens a tab, or selects. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** The address that opens the clicked text; undefined if it is none, or not to be opened. */
function addressAt(event: MouseEvent): string | undefined {
  const [target] = event.composedPath();
  if ($browsing.get() || !isPlain(event) || !(target instanceof Element)) return undefined;
  if (event.composedPath().some((node) => node instanceof Element && node.localName === TAG)) return undefined;
  const places = textAt(target, undefined)?.places ?? [];
  const [first] = places;
  if (!first) return undefined;
  const paths = places.filter(({ file }) => file === first.file).map(({ path }) => path);
  return `${EDITOR_ADDRESS}#${addressOf({ file: first.file, paths })}`;
}

// In the capture phase on the window, before any listener of the page.
addEventListener(
  'click',
  (event) => {
    const address = addressAt(event);
    if (address === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(address, '_blank', 'noopener');
  },
  true,
);

const outline = new CSSStyleSheet();
outline.replaceSync(OUTLINE);
document.adoptedStyleSheets.push(outline);
$browsing.subscribe((browsing) => document.documentElement.setAttribute('data-editing', browsing ? 'off' : 'on'));
addBar(EDITOR_ADDRESS);
