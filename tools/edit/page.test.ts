import { describe, expect, it } from 'vitest';
import { formOf } from '../../src/editing/core/form.ts';
import { placeOf, tokenOf } from '../../src/editing/core/token.ts';
import { attribute, LINE_ATTRIBUTE } from './page/attribute.ts';
import { marked, marksIn, withoutMarks } from './page/marks.ts';
import { resourceSchema } from '../../src/schemas/collections.ts';

const FILE = 'content/resources/10-research.mdx';
const form = formOf(resourceSchema, FILE);
const copy = marked(
  { title: 'Research & more', description: 'What we study', available: true, href: '/research' },
  form,
  FILE,
);
const nowhere = () => undefined;

describe('marked copy', () => {
  it('has a mark on each text that visitors read, and on nothing else', () => {
    expect(marksIn(copy.title)).toEqual([`${FILE}#/title`]);
    expect(marksIn(copy.description)).toEqual([`${FILE}#/description`]);
    expect(copy.href).toBe('/research');
    expect(copy.available).toBe(true);
  });

  it('is restored by removing the marks, also in a URL', () => {
    expect(withoutMarks(copy.title)).toBe('Research & more');
    const address = `mailto:a@example.com?subject=${encodeURIComponent(copy.title)}`;
    expect(marksIn(address)).toEqual([`${FILE}#/title`]);
    expect(withoutMarks(address)).toBe('mailto:a@example.com?subject=Research%20%26%20more');
  });

  it('is restored by trimming', () => {
    expect(copy.title).not.toBe('Research & more');
    expect(copy.title.trim()).toBe('Research & more');
  });

  it('has distinct marks for hundreds of places', () => {
    const places = Array.from({ length: 600 }, (_, index) => `${FILE}#/title/${index}`);
    const texts = places.map((_, index) => marked({ title: 'x' }, form, `f${index}`).title);
    const each = places.map((_, index) => [`f${index}#/title`]);
    expect(texts.map(marksIn)).toEqual(each);
    expect(texts.map((text) => marksIn(encodeURIComponent(text)))).toEqual(each);
  });
});

describe('a page of marked copy', () => {
  const page = (body: string, head = '') =>
    attribute(`<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`, nowhere);

  it('has the place of a text on its element, and no marks', () => {
    const html = page(
      `<main><h2 class="x">${copy.title}</h2><br/><p>Before <b>${copy.description}</b> after</p></main>`,
    );
    expect(html).toContain(`<main><h2 class="x" data-edit="${FILE}#/title">Research & more</h2><br/>`);
    expect(html).toContain(`<p>Before <b data-edit="${FILE}#/description">What we study</b> after</p>`);
    expect(marksIn(html)).toEqual([]);
  });

  it('has each place of an element with several texts once', () => {
    expect(page(`<p>${copy.title}: ${copy.description} ${copy.title}</p>`)).toContain(
      `<p data-edit="${FILE}#/title ${FILE}#/description">`,
    );
  });

  it('has the places of words in attributes', () => {
    expect(page(`<input placeholder="${copy.title}"/><img alt="${copy.description}">`)).toContain(
      `<input placeholder="Research & more" data-edit-attributes="${FILE}#/title"/>` +
        `<img alt="What we study" data-edit-attributes="${FILE}#/description">`,
    );
  });

  it('has the places of the words in its head on the root element', () => {
    const html = page('', `<title>${copy.title}</title><meta name="description" content="${copy.description}">`);
    expect(html).toContain(`data-edit-page="${FILE}#/title ${FILE}#/description"`);
    expect(html).toContain('<title>Research & more</title>');
  });

  it('leaves the HTML of islands, scripts and styles unchanged', () => {
    const island = `<astro-island props="{&quot;t&quot;:&quot;${copy.title}&quot;}"><p>${copy.title}</p></astro-island>`;
    const html = page(`${island}<script>const t = "${copy.title}";</script>`);
    expect(html).toContain(withoutMarks(island));
    expect(html).toContain('<script>const t = "Research & more";</script>');
  });

  it('has the place of a Markdown block whose line is known', () => {
    const html = attribute(
      `<html><body><p ${LINE_ATTRIBUTE}="${FILE}:12">A text</p><p ${LINE_ATTRIBUTE}="${FILE}:99">Another</p></body></html>`,
      (line) => (line === `${FILE}:12` ? tokenOf(FILE, ['(text)', 3]) : undefined),
    );
    expect(html).toContain(`<p ${LINE_ATTRIBUTE}="${FILE}:12" data-edit="${FILE}#/(text)/3">A text</p>`);
    expect(html).toContain(`<p ${LINE_ATTRIBUTE}="${FILE}:99">Another</p>`);
  });

  it('has the place of a heading on its entry in a table of contents', () => {
    const html = attribute(
      `<html><body><a href="#rights">Your rights</a><a href="#top">Top</a><h2 id="rights" ${LINE_ATTRIBUTE}="${FILE}:12">Your rights</h2></body></html>`,
      () => tokenOf(FILE, ['(text)', 3]),
    );
    expect(html).toContain(`<a href="#rights" data-edit="${FILE}#/(text)/3">Your rights</a><a href="#top">Top</a>`);
  });

  it('is otherwise unchanged', () => {
    const html = page(`<ul><li>${copy.title}<li>b</ul><table><tr><td>${copy.title}</table>`);
    const plain = html.replaceAll(/ data-edit(?:ing|-page)?="[^"]*"/g, '');
    expect(plain).toBe(
      '<!doctype html><html lang="en"><head></head><body><ul><li>Research & more<li>b</ul><table><tr><td>Research & more</table></body></html>',
    );
  });
});

it('a token converts back to its place', () => {
  const path = ['items', 2, 'problems', 'too-long'];
  expect(placeOf(tokenOf('content/forms/waiting-list.yaml', path))).toEqual({
    file: 'content/forms/waiting-list.yaml',
    path,
  });
});
