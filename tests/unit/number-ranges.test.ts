import { expect, it } from 'vitest';
import { keepRanges } from '../../src/build/integrations/number-ranges.ts';

it('a range of numbers is kept on one line', () => {
  expect(keepRanges('<p title="1-2">Within 4-6 months, or 10–12.</p>')).toBe(
    '<p title="1-2">Within <span data-range>4-6</span> months, or <span data-range>10–12</span>.</p>',
  );
});

it.each([
  '<p>2025-01-31, 48-hour, A-1, 1 - 2</p>',
  '<title>4-6 months</title>',
  '<script>f("4-6")</script>',
  '<p class="a > 4-6">b</p>',
  '<!-- 4-6 -->',
  '<astro-island props="{&quot;a&quot;:1}"><p>4-6</p></astro-island>',
])('%s stays as it is', (html) => {
  expect(keepRanges(html)).toBe(html);
});
