import { openText, $matcher } from './panels.ts';
import { textAt, type PageText } from './page-texts.ts';
import { TAG } from './shadow.ts';
import { $mode, $panel, $pointed } from './state.ts';
import { nameOfPath } from './tokens.ts';

/** Controls that act as soon as they are pressed, not when they are clicked. */
const PRESSED = 'select, input, textarea, label, summary';

/** The element of the page that an event is about; undefined for one of the editor's own, or while nobody edits. */
function pageTarget(event: Event): Element | undefined {
  const [target] = event.composedPath();
  if ($mode.get() !== 'edit' || !(target instanceof Element)) return undefined;
  return event.composedPath().some((node) => node instanceof Element && node.localName === TAG) ? undefined : target;
}

const letsThrough = (event: Event) =>
  (event instanceof MouseEvent || event instanceof KeyboardEvent) && (event.ctrlKey || event.metaKey);

/** What a text is called beside its outline. */
export const nameOf = ({ places, ambiguous }: PageText): string => {
  const [first, ...rest] = places;
  if (!first || ambiguous) return 'One of several texts';
  const more = rest.filter(({ file }) => file === first.file).length;
  return nameOfPath(first.path) + (more > 0 ? ` and ${more} more` : '');
};

function point(text: PageText | undefined): void {
  // Inherited: what has a cursor of its own keeps it, and nothing of the page's styles is touched.
  document.documentElement.style.cursor = text ? 'pointer' : '';
  const shown = $pointed.get();
  if (shown?.element === text?.element) return;
  $pointed.set(text?.element ? { element: text.element, name: nameOf(text) } : null);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Opens the form of a text that was clicked, and keeps the page from acting on the click. */
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

/** A control that is switched off gets no click. */
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

/** Has clicks on the page open forms as long as somebody edits. */
export function watchPage(): void {
  // On the window, and before anything of the page hears of them.
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
