export const TAG = 'site-editor';

/** The editor's element on the page. */
export const host = (): HTMLElement | null => document.querySelector<HTMLElement>(TAG);

/** An element of the editor, by id. */
export const own = (id: string): HTMLElement | null => host()?.shadowRoot?.getElementById(id) ?? null;

/** The focused element within the editor. */
export const focused = (): HTMLElement | null => {
  const element = host()?.shadowRoot?.activeElement;
  return element instanceof HTMLElement ? element : null;
};

/** Focuses the first of these elements that exists and is enabled, once it is rendered. */
export function focusSoon(...ids: string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map(own).find((element) => element && !element.matches(':disabled'));
    found?.focus();
  });
}

const FIELDS = 'input, textarea, select';
const CONTROLS = 'button';

/** Focuses the first control within an element of the editor, once it is rendered. */
export function focusFirstIn(id: string): void {
  requestAnimationFrame(() => {
    const element = own(id);
    const field = element?.querySelector<HTMLElement>(FIELDS);
    (field ?? element?.querySelector<HTMLElement>(CONTROLS) ?? element)?.focus();
  });
}
