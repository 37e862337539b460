import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TEXT } from '../words/content.ts';
import { count, fields, holds, misquote, REMEDY } from '../words/quotes.ts';

const SITE = 'content/site.yaml';

it('a text that the spec quotes is found at its place, in any file of a folder, with figures filled in', () => {
  expect(misquote([2, SITE, 'navigation[About].href', '/#what-we-deliver'])).toBeUndefined();
  expect(misquote([1, 'content/home', '[hero].badge', holds('50+ Companies')])).toBeUndefined();
  expect(misquote([2, 'content/portfolio', '[last].title', 'Digital Brain Platform'])).toBeUndefined();
});

it.each([
  [
    'another text',
    'footer.demo.label',
    'Book a Demo',
    'footer.demo.label: the spec (section 2) has “Book a Demo”, and the file has “Schedule a Demo”.',
  ],
  [
    'a text without the quote',
    'tagline',
    holds('by hand'),
    'tagline: the spec (section 2) has “by hand” in it, and the file has “Transforming vision',
  ],
  [
    'a list without the entry',
    'navigation[Prices].href',
    '/prices',
    'navigation: the spec (section 2) has an entry “Prices” here, and the file has “About”, “Programs”, ',
  ],
  [
    'another number of entries',
    'navigation',
    count(2),
    'navigation: the spec (section 2) has 2 of them, and the file has 6.',
  ],
  [
    'other fields',
    'splash',
    fields('label', 'mute'),
    'splash: the spec (section 2) has the fields label, mute, and the file has the fields label, skip.',
  ],
  ['no field', 'splash.mute', 'Mute', 'splash.mute: the spec (section 2) has “Mute”, and the file has nothing.'],
] as const)('%s is reported with the file, the field, both texts and what to do', (_, field, words, message) => {
  const told = misquote([2, SITE, field, words]);
  expect(told).toContain(`${SITE}, ${message}`);
  expect(told).toContain(REMEDY);
});

it('the error names the file in a folder, and does not repeat a long text', () => {
  expect(misquote([3, 'content/journey', '[2].duration', '3 weeks'])).toMatch(
    /^content\/journey\/20-scope\.mdx, duration: /,
  );
  expect(misquote([9, 'content/legal/terms-of-service.mdx', TEXT, holds('90 days')])).toContain(
    'has “90 days” in it, and the file has other words.',
  );
});

it('the setting is where the error says', () => {
  expect(REMEDY).toContain('set HOLD_SPEC_WORDS to false in vitest.config.ts');
  expect(readFileSync('vitest.config.ts', 'utf8')).toMatch(/^const HOLD_SPEC_WORDS = (true|false)/m);
});
