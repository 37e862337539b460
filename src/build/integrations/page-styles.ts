import { transform, type Selector } from 'lightningcss';
import { parse } from 'node-html-parser';

/** Everything that can be a class name in HTML or in a script: what is between blanks, quotes and brackets. */
export const wordsOf = (text: string): string[] => text.split(/[\s"'`<>=]+/);

/** The names of the classes in a stylesheet. */
function classesOf(code: Buffer): Set<string> {
  const names = new Set<string>();
  const read = (selector: Selector): void => {
    for (const part of selector) {
      if (part.type === 'class') names.add(part.name);
      if ('selectors' in part && part.kind !== 'host') part.selectors.forEach(read);
    }
  };
  transform({ filename: 'page.css', code, visitor: { Selector: read } });
  return names;
}

/**
 * Narrows the inline styles of a page to the classes that it can have: utilities of other pages are left out.
 *
 * @param scripted the words of all scripts, which can add classes later
 */
export function ownStyles(html: string, scripted: ReadonlySet<string>): string {
  const own = new Set(wordsOf(html));
  // Only a parser tells an element from an attribute that mentions one: copy could be there.
  const styles = parse(html, { comment: true }).querySelectorAll('style');
  let narrowed = '';
  let end = 0;
  for (const { rawText: css, range } of styles) {
    const start = range[1] - '</style>'.length - css.length;
    const code = Buffer.from(css);
    const unusedSymbols = [...classesOf(code)].filter((name) => !own.has(name) && !scripted.has(name));
    narrowed += html.slice(end, start);
    narrowed += transform({ filename: 'page.css', code, minify: true, unusedSymbols }).code.toString();
    end = start + css.length;
  }
  return narrowed + html.slice(end);
}
