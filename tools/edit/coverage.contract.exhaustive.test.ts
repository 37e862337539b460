import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matcher, type Matcher } from '../../src/editing/client/match-islands.ts';
import { placeOf } from '../../src/editing/core/token.ts';
import { startEditSite, type EditSite } from '../../tests/setup/edit-site.ts';
import { PAGES } from '../../tests/setup/pages.ts';

/** Words that are not content: landmarks for screen readers, social networks, and the field that traps bots. */
const OF_THE_CODE = [
  'Skip to content',
  'Menu',
  'Main',
  'Footer',
  'LinkedIn',
  'Twitter',
  'Facebook',
  'Instagram',
  'Website',
];
const UNREAD = ['script', 'style', 'template', 'head'];
const WITH_WORDS = ['alt', 'aria-label', 'title', 'placeholder'];

let site: EditSite;
let islands: Matcher;
beforeAll(async () => {
  site = await startEditSite();
  islands = matcher((await site.ask('list', {})).files);
}, 90_000);
afterAll(() => site.stop());

const hasLetters = (text: string) => /\p{L}/u.test(text);
const valueOf = ({ attrs }: Tree.Element, attribute: string) => attrs.find(({ name }) => name === attribute)?.value;

/** The words of a page that can't be edited by clicking on them. */
function wordsWithoutSource(html: string): string[] {
  const found = new Set<string>();
  const look = (text: string, covered: boolean, inIsland: boolean) => {
    const words = text.trim().replaceAll(/\s+/g, ' ');
    if (!hasLetters(words) || covered || OF_THE_CODE.includes(words)) return;
    if (!inIsland || islands.find(words).length === 0) found.add(words);
  };
  const visit = (node: Tree.Node, covered: boolean, inIsland: boolean): void => {
    if (node.nodeName === '#text' && 'value' in node) return look(node.value, covered, inIsland);
    if (!('tagName' in node) || UNREAD.includes(node.tagName)) return;
    const island = inIsland || node.tagName === 'astro-island';
    const words = covered || valueOf(node, 'data-edit') !== undefined;
    for (const name of WITH_WORDS)
      look(valueOf(node, name) ?? '', valueOf(node, 'data-edit-attributes') !== undefined, island);
    for (const child of node.childNodes) visit(child, words, island);
  };
  // A range of numbers is a part of the text around it (src/islands/Ranged.tsx).
  const whole = html.replaceAll(/<span data-range="">([^<]*)<\/span>/g, '$1');
  for (const node of parse(whole).childNodes) visit(node, false, false);
  return [...found];
}

it.each(PAGES)('every word of %s can be edited by clicking on it', async (path) => {
  expect(wordsWithoutSource(await site.page(path))).toEqual([]);
});

it('finds a word that is not from content/', async () => {
  const html = (await site.page('/flow')).replace('</main>', '<p>Words of the code</p></main>');
  expect(wordsWithoutSource(html)).toEqual(['Words of the code']);
});

it('the words of tabs and search results can be edited', async () => {
  for (const path of PAGES) {
    const [, places = ''] = /data-edit-page="([^"]*)"/.exec(await site.page(path)) ?? [];
    const keys = places.split(' ').map((place) => placeOf(place).path.at(-1));
    expect(keys, path).toEqual(expect.arrayContaining(['title', 'description']));
  }
});

it('every place that a page names is a text in the content', async () => {
  const { files } = await site.ask('list', {});
  const texts = new Map(files.map(({ file, texts: all }) => [file, all.map(({ path }) => path.join('/'))]));
  for (const path of PAGES) {
    const places = [...(await site.page(path)).matchAll(/ data-edit(?:-attributes|-page)?="([^"]+)"/g)].flatMap(
      ([, value = '']) => value.split(' '),
    );
    expect(places.length).toBeGreaterThan(20);
    for (const place of places) {
      const { file, path: within } = placeOf(place);
      expect(texts.get(file) ?? [], `${path}: ${place}`).toContain(within.join('/'));
    }
  }
});
