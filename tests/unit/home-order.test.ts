import { expect, it } from 'vitest';
import { shownSections } from '../../src/build/home-order.ts';
import { withoutHidden } from '../../src/schemas/hidden.ts';
import { homeSchema, type HomeSection } from '../../src/schemas/home.ts';
import { readCopy } from '../../src/schemas/messages.ts';

const sections = (['contact', 'hero', 'news', 'programs', 'proof'] as const).map((id) => ({ id }));
const kindOf = ({ id }: { id: string }) => (id === 'hero' ? 'hero' : 'services') as HomeSection['kind'];
const ids = (order: { section: string; hidden?: true }[]) =>
  shownSections(sections, { sections: order }, kindOf).map(({ id }) => id);

it('the home page has the hero, the sections in the order that is listed, and then those that are not', () => {
  expect(ids([{ section: 'proof' }, { section: 'hero' }, { section: 'contact' }])).toEqual([
    'hero',
    'proof',
    'contact',
    'news',
    'programs',
  ]);
});

it('a section can be hidden, but not the hero; one that no longer exists counts for nothing', () => {
  const order = [
    { section: 'hero', hidden: true as const },
    { section: 'gone' },
    { section: 'programs', hidden: true as const },
    { section: 'proof' },
  ];
  expect(ids(order)).toEqual(['hero', 'proof', 'contact', 'news']);
});

it('one that does not exist can not be hidden: a misspelled one would be shown', () => {
  expect(() => ids([{ section: 'programms', hidden: true }, { section: 'gone' }])).toThrow(
    "content/home/order.yaml can't be used:\n  - sections hides programms, but there is no file with this name in content/home/. Correct the name, or remove the entry.",
  );
});

it('what is hidden is left out at any depth, and nothing else', () => {
  const date = new Date(0);
  const cards = [
    { title: 'A', hidden: true },
    { title: 'B', points: [{ hidden: true }, 'C'] },
  ];
  expect(withoutHidden({ date, text: 'A', none: null, cards })).toEqual({
    date,
    text: 'A',
    none: null,
    cards: [{ title: 'B', points: ['C'] }],
  });
});

it('a list must show as many entries as it needs', () => {
  const card = { title: 'A', text: 'A text.' };
  const section = (...items: object[]) => ({
    kind: 'delivery',
    anchor: 'a',
    heading: 'A',
    lead: 'A lead.',
    items: items.map((item) => ({ ...item, drawing: 'teams' })),
  });
  const mistakes = (fields: object) => {
    const result = readCopy(homeSchema, fields);
    return 'mistakes' in result ? result.mistakes : [];
  };
  expect(mistakes(section(card, card, { ...card, hidden: true }))).toEqual([]);
  expect(mistakes(section(card, { ...card, hidden: true }))).toMatchObject([
    { path: ['items'], message: 'shows too few. At least 2 must not be hidden.' },
  ]);
});
