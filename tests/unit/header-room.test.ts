import { expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { headerRoom } from '../../src/components/header-room.ts';

const site = readSite();
const links = (...labels: string[]) => labels.map((label) => ({ label, href: '/flow' }));

it('the words of the site are in the bar from the large breakpoint on', () => {
  expect(headerRoom(site)).toEqual({ from: 72, large: true });
});

it.each([
  [
    'two more links',
    { navigation: [...site.navigation, ...links('Research', 'Resources')] },
    { from: 84, large: false },
  ],
  [
    'links of twenty letters',
    { navigation: links(...Array<string>(6).fill('A label of 20 chars.')) },
    { large: false },
  ],
  ['a long name', { name: 'The Bridgewright Company of Many Cities' }, { large: false }],
  ['the longest words', { navigation: links(...Array<string>(8).fill('W'.repeat(40))) }, { large: false }],
  ['one short link', { navigation: links('Flow') }, { from: 72, large: true }],
])('with %s, the menu has the links as long as they do not fit', (_what, words, room) => {
  expect(headerRoom({ ...site, ...words })).toEqual(room);
});
