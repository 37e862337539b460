import { escapeHtml } from '../../src/lib/html.ts';

/** A piece of HTML that is safe to send. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | readonly Html[];

const render = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
};

/** HTML with every inserted value escaped, except {@link Html}. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(values[index - 1] ?? '') + part));
}
