import { describe, expect, it } from 'vitest';
import { ROOMS } from '../../src/build/rooms.ts';
import { entry } from '../../src/editing/files/entries.ts';
import { linkMistakes, linksBrokenBy, ROOM_PATHS } from '../../src/editing/files/links.ts';
import { TEXT } from '../../src/editing/protocol.ts';
import { copySource } from '../setup/copy-source.ts';

const APPLY = 'content/pages/internships-apply.mdx';
const source = copySource();
const textOf = (file: string): string => source.read(file) ?? '';
const isPicture = (address: string) => address === '/pictures/known.webp';

const PRIVACY = 'content/legal/privacy-policy.mdx';
/** The mistakes of a text with this paragraph at its end. */
function mistakesOf(paragraph: string) {
  const changed = copySource({ [PRIVACY]: `${textOf(PRIVACY)}\n\n${paragraph}\n` });
  return linkMistakes(changed, PRIVACY, entry(changed, PRIVACY).data, isPicture);
}

describe('links of a file', () => {
  it.each(source.files().map((file) => [file]))('in the content are right: %s', (file) => {
    expect(linkMistakes(source, file, entry(source, file).data, isPicture)).toEqual([]);
  });

  it.each([
    ['[a](/nowhere)', /^The link "a" leads to \/nowhere, but there is no such page\. The pages are: \/, .*\/flow/],
    ['[a *b*](/#nowhere)', /^The link "a b" leads to \/#nowhere, but that page has no such section\. .*#contact/],
    ['[a](/flow/)', /^The link "a" leads to \/flow\/; write it without \.html and without a trailing slash\.$/],
    ['[a](/flow.html)', /without \.html/],
    ['[a](/desk)', /^The link "a" leads to \/desk, which is not for visitors\. Remove it\.$/],
    ['<Button label="Go" href="/nowhere" />', /^The link "Go" leads to \/nowhere/],
    ['- [a](/nowhere)\n- b', /nowhere/],
    ['![a](/pictures/unknown.webp)', /^The file \/pictures\/unknown\.webp does not exist\.$/],
    ['<Figure src="/pictures/unknown.webp" alt="a" caption="b" />', /unknown\.webp does not exist/],
    ['[a](/flow#nowhere)', /no such section/],
    ['[a](#nowhere-at-all)', /^On \/privacy-policy, the link "a" leads to #nowhere-at-all/],
  ])('that lead nowhere are told with what to do: %s', (paragraph, message) => {
    expect(mistakesOf(paragraph)).toEqual([
      { path: [TEXT, expect.any(Number)], message: expect.stringMatching(message) as string },
    ]);
  });

  it.each([
    ['[a](/flow)'],
    ['[a](/#contact)'],
    ['[a](/flow?from=here)'],
    ['[a](/research/page/2)'],
    ['[a](/process-guide.pdf)'],
    ['[a](/404)'],
    ['[a](/#main)'],
    ['[a](https://example.org/nowhere)'],
    ['[a](mailto:{email})'],
    ['[a](tel:+15550100)'],
    ['![a](/pictures/known.webp)'],
    ['![a](/favicon.svg)'],
    ['`[a](/nowhere)`'],
    ['{/* [a](/nowhere) */}'],
    ['## New part\n\n[a](#new-part)'],
  ])('that lead somewhere are none: %s', (paragraph) => {
    expect(mistakesOf(paragraph)).toEqual([]);
  });

  it('are not checked where no page shows them', () => {
    const file = 'content/research/publications/new.mdx';
    const fields = `title: A\ndescription: A\ndate: Q1 2027\nauthors:\n  - A\n`;
    const of = (text: string) => {
      const changed = copySource({ [file]: text });
      return linkMistakes(changed, file, entry(changed, file).data, isPicture);
    };
    expect(of(`---\n${fields}---\n\n[a](/nowhere)\n`)).toEqual([]);
    expect(of(`---\n${fields}published: 2027-01-31\n---\n\n[a](/nowhere)\n`)).toHaveLength(1);
    expect(of(`---\n${fields}published: 2027-01-31\n---\n\n[a](/research/new)\n`)).toEqual([]);
  });
});

describe('an edit', () => {
  const broken = (file: string, after: string | null) =>
    linksBrokenBy(source, { file, before: source.read(file), after }, isPicture);

  it('that removes what others link to says where', () => {
    const mistakes = broken('content/legal/terms-of-service.mdx', null);
    expect(mistakes).toContainEqual({
      path: [],
      message: expect.stringMatching(
        /leads to \/terms-of-service, but there is no such page\. The pages are: .* It is in “Every page · /,
      ) as string,
      elsewhere: { file: 'content/site.yaml', path: expect.arrayContaining(['href']) as string[] },
    });
    expect(mistakes.every(({ elsewhere }) => elsewhere !== undefined)).toBe(true);
  });

  it('that removes a section says that it is hidden: a build would stop', () => {
    const order = 'content/home/order.yaml';
    const file = 'content/home/partners.mdx';
    const text = textOf(order).replace('section: partners', 'section: partners\n    hidden: true');
    const hidden = copySource({ [order]: text });
    const mistakes = linksBrokenBy(hidden, { file, before: textOf(file), after: null }, isPicture);
    expect(mistakes).toEqual([
      {
        path: [],
        message: expect.stringMatching(/^Sections hides partners, but there is no file .* It is in “/) as string,
        elsewhere: { file: order, path: ['sections', 1, 'section'] },
      },
    ]);
    const without = copySource({ [order]: text, [file]: null });
    expect(linkMistakes(without, order, entry(without, order).data, isPicture)).toHaveLength(1);
  });

  it('that renames an anchor says which links have to change with it', () => {
    const file = 'content/home/contact.mdx';
    const files = broken(file, textOf(file).replace('anchor: contact', 'anchor: write-us')).map(
      ({ elsewhere }) => elsewhere?.file,
    );
    expect(files).toContain('content/site.yaml');
  });

  it('is not blamed for what was wrong before', () => {
    const file = APPLY;
    const wrong = `${textOf(file)}\n\n[a](/nowhere)\n`;
    const before = copySource({ [file]: wrong });
    expect(linksBrokenBy(before, { file, before: wrong, after: `${wrong}\nMore.\n` }, isPicture)).toEqual([]);
    expect(linksBrokenBy(before, { file, before: wrong, after: `${wrong}\n[b](/away)\n` }, isPicture)).toHaveLength(1);
  });

  it('that gives two sections one anchor is refused at the field', () => {
    const file = 'content/home/contact.mdx';
    expect(broken(file, textOf(file).replace('anchor: contact', 'anchor: programs'))).toContainEqual({
      path: ['anchor'],
      message: 'The anchor programs is used more than once. Give each section its own.',
    });
  });

  it('that leaves the home page without its main heading is refused', () => {
    expect(broken('content/home/hero.mdx', null)).toContainEqual({
      path: [],
      message: '/: there are 0 main headings. Keep exactly one (on the home page: one section of kind hero).',
    });
  });
});

it('knows all rooms', () => {
  expect(ROOM_PATHS.toSorted()).toEqual(ROOMS.map(({ name }) => `/${name}`).toSorted());
});
