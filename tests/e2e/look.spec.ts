import { expect, FAILED_RESOURCE, PAGES, running, test } from './fixtures.ts';
import { findPale } from './look-contrast.ts';
import { findFaults } from './look.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

test('every kind of fault in a page is reported', EXHAUSTIVE, async ({ page, expectedErrors }) => {
  expectedErrors.push(FAILED_RESOURCE);
  const body = `<!doctype html>
    <main style="position: relative; width: 400px; padding-top: 60px; font: 16px/1 sans-serif">
      <p style="position: absolute; top: 0; margin: 0">First words</p>
      <p style="position: absolute; top: 4px; margin: 0">Second words</p>
      <p style="height: 6px; overflow: hidden">Cut words</p>
      <p style="margin-left: -50px">Words outside</p>
      <p style="font-size: 15px">These are words that are read in sentences, and small.</p>
      <p style="font-size: 15px">These words are as long as that, but they are a label</p>
      <p><button style="width: 20px; height: 20px; padding: 0">A</button><button style="width: 20px; height: 20px; padding: 0">B</button></p>
      <p style="margin: 40px 0"><button style="width: 20px; height: 20px; padding: 0">C</button></p>
      <p>A sentence with <a href="#a">a link</a>, and some words.</p>
      <p style="background: #123; color: #234">Pale words</p>
      <img src="/none.png" alt="" />
      <div style="width: 3000px; height: 1px"></div>
    </main>`;
  await page.route('**/faults', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${running.siteUrl}/faults`);
  expect(await findFaults(page, '/')).toEqual([
    expect.stringMatching(/^\/ scrolls horizontally: 30\d\d px in 1440 px; <div/),
    '/ is cut off: “Cut words”',
    '/ overflows the page: “Words outside”',
    '/ overlap: “First words” and “Second words”',
    '/ has sentences at 15 px: “These are words that are read in sentenc…”',
    expect.stringMatching(/is a broken image: <img/),
    '/ is too small and close to others: button “A”, 20 x 20 px',
    '/ is too small and close to others: button “B”, 20 x 20 px',
  ]);
  expect(await findPale(page)).toEqual([expect.stringMatching(/^is pale, 1\.\d: “Pale words”/)]);
});

/** The conditions under which a page is viewed. */
const VIEWS: [
  name: string,
  width: number,
  height: number,
  how?: { finger?: boolean; text?: number; withoutFont?: boolean },
][] = [
  ['the smallest phone', 320, 640, { finger: true }],
  ['a phone', 390, 844, { finger: true }],
  ['a tablet', 820, 1180, { finger: true }],
  ['a small laptop', 1024, 768],
  ['a laptop', 1440, 900],
  ['a large screen', 1920, 1080],
  // A window of 1280 x 1024 px, zoomed (WCAG 2.2, 1.4.10).
  ['zoomed to 200 %', 640, 512],
  ['zoomed to 400 %', 320, 256],
  // The browser's text size setting, 16 px by default (1.4.4).
  ['a phone with text at twice the size', 390, 844, { text: 32 }],
  ['a laptop with text at twice the size', 1280, 800, { text: 32 }],
  // In the fallback font, before the web font has loaded.
  ['a phone without the font', 320, 640, { withoutFont: true }],
  ['a laptop without the font', 1280, 800, { withoutFont: true }],
];

for (const [name, width, height, { finger = false, text, withoutFont = false } = {}] of VIEWS)
  test.describe(`${name}, ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: finger });

    test(
      'all text is complete, in place and large enough to read, and all targets are large enough to hit',
      gateIf(name === 'a phone'),
      async ({ page, expectedErrors }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        if (text) {
          const session = await page.context().newCDPSession(page);
          await session.send('Page.enable');
          await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
        }
        if (withoutFont) {
          expectedErrors.push(/ERR_FAILED/);
          await page.route(/\.woff2$/, (route) => route.abort());
        }
        const faults: string[] = [];
        for (const path of PAGES) {
          await page.goto(running.siteUrl + path);
          await page.evaluate(() => document.fonts.ready);
          faults.push(...(await findFaults(page, path)));
        }
        expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(finger);
        expect(faults).toEqual([]);
      },
    );
  });
