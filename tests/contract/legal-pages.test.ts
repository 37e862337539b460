import type { HTMLElement } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { linkIn, partOf, readBuilt, textOf, textsOf } from '../setup/built-pages.ts';
import { sharedBuild } from '../setup/shared-build.ts';

const site = readSite();
const built = readBuilt((await sharedBuild()).folder, site.url);

/** The titles of the sections of a page, in order, with their addresses, as its table of contents has them. */
function contentsOf(article: HTMLElement): [string, string][] {
  const links = article.querySelectorAll('nav[aria-labelledby=contents] a');
  return links.map((link) => [textOf(link), link.getAttribute('href') ?? '']);
}

const sectionsOf = (article: HTMLElement): [string, string][] =>
  article.querySelectorAll('.prose h2').map((heading) => [textOf(heading), `#${heading.id}`]);

describe('legal texts', () => {
  it.each([
    ['/privacy-policy', 'Privacy Policy', 'Effective 1 January 2025', 11],
    ['/terms-of-service', 'Terms of Service', 'Last updated 1 January 2025', 15],
  ] as const)(
    '%s has its title, date and sections, and says that counsel must review it',
    (path, title, date, sections) => {
      const article = partOf(built, path, 'article');
      expect(textsOf(article.querySelectorAll('h1'))).toEqual([title]);
      expect(textOf(article)).toContain(date);
      expect(textOf(partOf(built, path, 'article [role=note]'))).toContain('counsel must review');
      expect(sectionsOf(article)).toHaveLength(sections);
      expect(contentsOf(article)).toEqual(sectionsOf(article));
    },
  );

  it.each([
    'software as a service',
    'connects universities with enterprises',
    'supports internships',
    'AI portfolio and project tools',
    'hosts programs and events',
    'Student accounts are for internship applications and educational programs',
    'University accounts are for partnership capabilities and talent pool management',
    'Enterprise accounts are for innovation projects and talent recruitment',
    'at least 30 days’ notice',
    'limited to the amount that you paid us in the 12 months before',
    'at least 18 years old',
  ])('the terms say as in the spec: %s', (fact) => {
    expect(textOf(partOf(built, '/terms-of-service', '.prose'))).toContain(fact);
  });
});

it('the accessibility statement has the goal, what was not tested, the known gaps, and where to report a barrier', () => {
  const article = partOf(built, '/accessibility', 'article');
  expect(textsOf(article.querySelectorAll('h1'))).toEqual(['Accessibility']);
  expect(textOf(article)).toMatch(/Last reviewed \d+ \w+ \d{4}/);
  const prose = partOf(built, '/accessibility', '.prose');
  for (const said of [
    'Web Content Accessibility Guidelines (WCAG) 2.2 at level AA',
    'not yet been tested with the screen readers NVDA, JAWS or VoiceOver, nor with people who use assistive technology',
    'The call with the AI assistant shows what is said as text; a program writes that text, and it can be wrong',
    'We answer within five business days',
  ])
    expect(textOf(prose)).toContain(said);
  expect(linkIn(prose, site.email)?.getAttribute('href')).toBe(`mailto:${site.email}`);
  expect(contentsOf(article)).toEqual(sectionsOf(article));
});
