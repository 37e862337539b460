import { openText, $matcher } from './panels.ts';
import { textAt, type PageText } from './page-texts.ts';
import { TAG } from './shadow.ts';
import { $mode, $panel, $pointed } from './state.ts';
import { nameOfPath } from './tokens.ts';

/** Controls that act on mousedown, not on click. */
const PRESSED = 'select, input, textarea, label, summary';

/** The page element that an event targets; undefined inside the editor, or in Browse mode. */
function pageTarget(event: Event): Element | undefined {
  const [target] = event.composedPath();
  if ($mode.get() !== 'edit' || !(target instanceof Element)) return undefined;
  return event.composedPath().some((node) => node instanceof Element && node.localName === TAG) ? undefined : target;
}

const letsThrough = (event: Event) =>
  (event instanceof MouseEvent || event instanceof KeyboardEvent) && (event.ctrlKey || event.metaKey);

/** The name of a text, shown at its outline. */
export const nameOf = ({ places, ambiguous }: PageText): string => {
  const [first, ...rest] = places;
  if (!first || ambiguous) return 'One of several texts';
  const more = rest.filter(({ file }) => file === first.file).length;
  return nameOfPath(first.path) + (more > 0 ? ` and ${more} more` : '');
};

function point(text: PageText | undefined): void {
  // Inherited, so elements with their own cursor keep it, and the page's styles are not touched.
  document.documentElement.style.cursor = text ? 'pointer' : '';
  const shown = $pointed.get();
  if (shown?.element === text?.element) return;
  $pointed.set(text?.element ? { element: text.element, name: nameOf(text) } : null);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Opens the form of a clicked text, and keeps the click from the page. */
function onClick(event: Event): void {
  const target = pageTarget(event);
  if (!target || letsThrough(event)) return;
  stop(event);
  const text = textAt(target, $matcher.get());
  if (text) openText(text);
}

function onPress(event: Event): void {
  const target = pageTarget(event);
  if (target?.closest(PRESSED) && !letsThrough(event)) event.preventDefault();
}

/** Disabled controls get no click events. */
function onRelease(event: Event): void {
  const target = pageTarget(event);
  if (!target?.closest(':disabled') || letsThrough(event)) return;
  const text = textAt(target, $matcher.get());
  if (text) openText(text);
}

function onPointer(event: PointerEvent): void {
  const target = pageTarget(event);
  point(target && event.pointerType !== 'touch' && !letsThrough(event) ? textAt(target, $matcher.get()) : undefined);
}

function onSubmit(event: Event): void {
  if (pageTarget(event)) stop(event);
}

/** Makes clicks on the page open forms in Edit mode. */
export function watchPage(): void {
  // In the capture phase on the window, before any listener of the page.
  addEventListener('click', onClick, true);
  addEventListener('mousedown', onPress, true);
  addEventListener('pointerup', onRelease, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('pointerover', onPointer, true);
  addEventListener('pointerdown', () => point(undefined), true);
  document.documentElement.addEventListener('pointerleave', () => point(undefined));
  $mode.listen(() => point(undefined));
  $panel.listen(() => point(undefined));
}
