import { expect, it } from 'vitest';
import { isListed } from '../../src/build/integrations/sitemap.ts';

const page = (description: string, robots: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>A</title><meta name="description" content="${description}">${robots}</head><body><p>b</p></body></html>`;
const HIDDEN = '<meta name="robots" content="noindex">';

it.each(['Words', 'Ends </head> early', '</head><body>', "It's > a < b"])(
  'a page with noindex is not in the sitemap, whatever its description is: %j',
  (description) => {
    expect(isListed(page(description, HIDDEN))).toBe(false);
    expect(isListed(page(description, ''))).toBe(true);
  },
);
