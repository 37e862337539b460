import { computed } from 'nanostores';
import type { Path } from '../protocol.ts';
import { placeInFile, placeInForm } from './as-typed.ts';
import { forgetClosed, forgetTyped, readEntry, shownIn } from './entries.ts';
import { matcher } from './match-islands.ts';
import { bringIntoView, focusOnPage, isShown } from './page-focus.ts';
import { elementsOf, type PageText } from './page-texts.ts';
import { focused, own } from './shadow.ts';
import {
  $asking,
  $content,
  $notice,
  $panel,
  $pointed,
  drafts,
  say,
  unfold,
  $toShow,
  $unfolded,
  type FormPanel,
  type Panel,
} from './state.ts';
import type { CopyPlace } from './tokens.ts';

/** Matches the texts of islands, once the content is loaded. */
export const $matcher = computed($content, (content) => (content ? matcher(content.files) : undefined));

/** The id of the button that gets the focus when the previous element no longer exists. */
export const HOME = 'site-editing-home';
/** The id of the button that opens the menu of tasks on narrow screens. */
export const MENU = 'site-editing-menu';

/** The width of a side panel, and the viewport width below which it is a bottom sheet (CSS pixels). */
const SIDE = 420;
export const NARROW = 720;
/** The maximum height of the sheet, as a fraction of the viewport. */
export const SHEET = 0.6;

/** The id of the editor's button that opened the panel. */
let opener = '';
/** The page text that was clicked last. */
let clicked: Element | undefined;

/** Shows a panel. When it closes, the focus returns to where it is now. */
export function openPanel(panel: Panel): void {
  const from = focused();
  if (from && !from.closest('[data-panel]')) {
    opener = from.id;
    clicked = undefined;
  }
  $notice.set(null);
  $pointed.set(null);
  $asking.set(null);
  $panel.set(panel);
}

/** Opens the form of a file: some of its fields, or all, scrolled to one. */
export function openFile(
  file: string,
  { paths = [], ...more }: Partial<Pick<FormPanel, 'all' | 'others' | 'left' | 'back'>> & { paths?: readonly Path[] },
): void {
  const before = $panel.get();
  const isNew = before?.kind !== 'form' || before.file !== file;
  if (isNew) forgetTyped(file);
  const shown = shownIn(file);
  // The paths come from the saved file; entries may have moved in the draft.
  const now = paths
    .flatMap((path) => [(shown ? placeInForm(path, shown) : path) ?? []])
    .filter((path) => path.length > 0);
  $unfolded.set([]);
  unfold(now);
  openPanel({ kind: 'form', file, paths: now, all: more.all ?? now.length === 0, ...more });
  // Beside a form that stays open, its section's place is read only once.
  if (isNew) forgetClosed();
  void readEntry(file);
}

/** Whether a panel on the right would hide an element and one on the left would not. */
function isAtRight(element: Element | undefined): boolean {
  if (!element || innerWidth < NARROW) return false;
  const { left, right } = element.getBoundingClientRect();
  return right > innerWidth - SIDE && left > SIDE;
}

/** Opens the form for a text of the page, or asks which text is meant. */
export function openText({ places, ambiguous, element }: PageText): void {
  const [first] = places;
  if (!first) return;
  const left = isAtRight(element);
  if (element && innerWidth < NARROW) bringIntoView(element, innerHeight * SHEET);
  opener = '';
  clicked = element;
  if (ambiguous) return openPanel({ kind: 'choice', places, left });
  openPlaces(places, { left });
}

/** Opens the form for the first of several places, and lists the others. */
export function openPlaces(places: readonly CopyPlace[], more: { left?: boolean; back?: Panel } = {}): void {
  const [first] = places;
  if (!first) return;
  const ofFile = places.filter(({ file }) => file === first.file);
  openFile(first.file, {
    ...more,
    paths: ofFile.map(({ path }) => path),
    all: ofFile.every(({ path }) => path.length === 0),
    others: places.filter(({ file }) => file !== first.file),
  });
}

/** The page element for a form: the one that was clicked, or the first that shows its text. */
function elementOfForm(panel: Panel | null): Element | undefined {
  if (clicked?.isConnected) return clicked;
  const [path] = panel?.kind === 'form' ? panel.paths : [];
  if (panel?.kind !== 'form' || !path) return undefined;
  const shown = shownIn(panel.file);
  const place = shown && placeInFile(path, shown);
  return place && elementsOf({ file: panel.file, path: place }, $matcher.get()).find(isShown);
}

/** Scrolls to the text of a file that somebody wants to see on this page. */
export function showOnPage(): void {
  const file = $toShow.get();
  if (file === '') return;
  $toShow.set('');
  const panel = $panel.get();
  const element =
    (panel?.kind === 'form' && panel.file === file && elementOfForm(panel)) ||
    [...document.querySelectorAll(`[data-edit*="${file}#/"]`)].find(isShown);
  if (element) bringIntoView(element, innerWidth < NARROW ? innerHeight * SHEET : 0);
}

/** Returns the focus to where it was before the panel opened. */
function focusBack(panel: Panel | null): void {
  const element = elementOfForm(panel);
  const button = own(opener) ?? own(MENU);
  if (opener !== '' && button) button.focus();
  else if (element instanceof HTMLElement && isShown(element)) focusOnPage(element);
  // A disabled button can't take the focus.
  if (document.activeElement === document.body) own(HOME)?.focus();
  opener = '';
  clicked = undefined;
}

/** Closes the panel, or goes back to the one that it was opened from. Drafts are kept. */
export function closePanel(): void {
  const panel = $panel.get();
  if (panel?.kind === 'form' && panel.back) {
    openPanel(panel.back);
    if (panel.back.kind === 'form') void readEntry(panel.back.file);
    return;
  }
  const draft = panel?.kind === 'form' && drafts.get(panel.file);
  $panel.set(null);
  $notice.set(null);
  if (draft) say('Closed. What you wrote is kept, but not saved yet.');
  requestAnimationFrame(() => focusBack(panel));
}
