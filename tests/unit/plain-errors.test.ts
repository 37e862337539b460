import { expect, it } from 'vitest';
import { plainText } from '../../src/build/integrations/plain-errors.ts';

it.each([
  ['<b>bold</b> and &lt;code&gt;', 'bold and &lt;code&gt;'],
  ['<a href="y <a href="https://z/onfocus=alert(1)//">x</a>', 'x'],
  ['https://z"/onfocus=alert(1)/autofocus', 'https://z&quot;/onfocus=alert(1)/autofocus'],
  ["<img src=x onerror='alert(1)'", '&lt;img src=x onerror=&#39;alert(1)&#39;'],
])('of HTML, only text is left: %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});
