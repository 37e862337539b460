import base from './styles/base.css?inline';
import buttons from './styles/buttons.css?inline';
import fields from './styles/fields.css?inline';
import form from './styles/form.css?inline';
import panel from './styles/panel.css?inline';
import rows from './styles/rows.css?inline';

/** The styles of the panels and what is in them. */
const STYLES = [base, buttons, panel, form, fields, rows];

/**
 * Isolates what the editor shows from the styles of its page, in both directions.
 *
 * @param further style sheets, after those of the panels
 * @returns the element to render into
 */
export function isolate(element: HTMLElement, further: readonly string[]): HTMLElement {
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [...STYLES, ...further].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  const root = document.createElement('div');
  shadow.append(root);
  return root;
}
