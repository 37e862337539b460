export const TAG = 'site-editor';

/** The editor's own element of the page. */
export const host = (): HTMLElement | null => document.querySelector<HTMLElement>(TAG);

/** An element of the editor, by its id. */
export const own = (id: string): HTMLElement | null => host()?.shadowRoot?.getElementById(id) ?? null;

/** What has the focus within the editor. */
export const focused = (): HTMLElement | null => {
  const element = host()?.shadowRoot?.activeElement;
  return element instanceof HTMLElement ? element : null;
};

/** Gives the focus to an element of the editor as soon as it is drawn, or to the next best if it can't take it. */
export function focusSoon(...ids: string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map(own).find((element) => element && !element.matches(':disabled'));
    found?.focus();
  });
}

const FIELDS = 'input, textarea, select';
const CONTROLS = 'button';

/** Gives the focus to the first control within an element of the editor as soon as it is drawn. */
export function focusFirstIn(id: string): void {
  requestAnimationFrame(() => {
    const element = own(id);
    const field = element?.querySelector<HTMLElement>(FIELDS);
    (field ?? element?.querySelector<HTMLElement>(CONTROLS) ?? element)?.focus();
  });
}
