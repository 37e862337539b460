import { expect, it } from 'vitest';
import { plainText } from '../../src/build/integrations/plain-errors.ts';

it.each([
  ['<b>bold</b> and &lt;code&gt; &amp;lt;', 'bold and <code> &lt;'],
  ['<a href="y <a href="https://z/onfocus=alert(1)//">x</a>', 'x'],
  ['a &quot;link&quot; that can&#39;t be used', `a "link" that can't be used`],
])('of HTML, only text is left: %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});
