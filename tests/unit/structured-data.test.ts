import { expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { dataText, scriptText } from '../../src/build/script-text.ts';
import { structuredData, type Described } from '../../src/build/structured-data.ts';

const site = {
  ...readSite(),
  name: 'Acme',
  url: 'https://acme.example',
  email: 'hi@acme.example',
  phone: '+1 555 0100',
  social: [] as ReturnType<typeof readSite>['social'],
};
const ID = 'https://acme.example/#organization';
const page = (more: Partial<Described>): Described => ({
  name: 'A page',
  path: '/page',
  picture: 'https://acme.example/cards/page.png',
  ...more,
});
const nodes = (more: Partial<Described>, of = site) => structuredData(page(more), of)['@graph'];

const COMPANY = {
  '@type': 'Organization',
  '@id': ID,
  name: 'Acme',
  url: 'https://acme.example/',
  logo: 'https://acme.example/icons/icon-512.png',
  email: 'hi@acme.example',
  telephone: '+1 555 0100',
};

it('the home page says who runs the site', () => {
  expect(nodes({ path: '/' })).toEqual([
    COMPANY,
    { '@type': 'WebSite', name: 'Acme', url: 'https://acme.example/', publisher: { '@id': ID } },
  ]);
});

it('only profiles that exist are named as the company’s', () => {
  const profile = 'https://network.example/acme';
  const social = [{ network: 'linkedin' as const, href: profile }, { network: 'twitter' as const }];
  expect(nodes({ path: '/' }, { ...site, social })[0]).toEqual({ ...COMPANY, sameAs: [profile] });
});

it('a page below the home page says where it is', () => {
  const home = { '@type': 'ListItem', position: 1, name: 'Acme', item: 'https://acme.example/' };
  expect(nodes({})).toEqual([
    { '@type': 'BreadcrumbList', itemListElement: [home, { '@type': 'ListItem', position: 2, name: 'A page' }] },
  ]);
  const parent = { '@type': 'ListItem', position: 2, name: 'Research', item: 'https://acme.example/research' };
  expect(nodes({ parent: { name: 'Research', path: '/research' } })).toEqual([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [home, parent, { '@type': 'ListItem', position: 3, name: 'A page' }],
    },
  ]);
});

it('a publication says who wrote it, a person or a team, when, and who published it', () => {
  const article = { authors: ['Ada Lovelace', { team: 'Research team' }], published: new Date('2026-01-31') };
  expect(nodes({ article }).slice(1)).toEqual([
    {
      '@type': 'Article',
      headline: 'A page',
      image: 'https://acme.example/cards/page.png',
      datePublished: '2026-01-31',
      author: [
        { '@type': 'Person', name: 'Ada Lovelace' },
        { '@type': 'Organization', name: 'Research team' },
      ],
      publisher: { '@id': ID },
      mainEntityOfPage: 'https://acme.example/page',
    },
    COMPANY,
  ]);
});

it('data from any copy is safe in a page, and unchanged when parsed', () => {
  const data = structuredData(page({ name: 'On </script>, <!-- <script> & "quotes"  ' }), site);
  const text = dataText(data);
  expect(scriptText(text)).toBe(text);
  expect(JSON.parse(text)).toEqual(data);
});
