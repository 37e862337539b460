import sharp from 'sharp';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { expect, running, test } from './fixtures.ts';

/** How much of the darkest row's ink the lightest row between dot and stem may have. */
const MOST_INK = 0.2;

test('the dot of the i is apart from its stem, at every size and weight of text', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/flow`);
  await page.evaluate(() => document.fonts.ready);
  for (const size of [14, 15, 16, 17, 18])
    for (const weight of [400, 500, 600, 700]) {
      await page.evaluate(
        ([size, weight]) => {
          const letter = document.createElement('div');
          letter.textContent = 'i';
          letter.popover = 'manual';
          Object.assign(letter.style, {
            inset: '0 auto auto 0',
            padding: '8px',
            border: '0',
            background: 'white',
            color: 'black',
            font: `${weight} ${size}px/24px var(--font-brand)`,
          });
          document.body.append(letter);
          letter.showPopover();
        },
        [size, weight] as const,
      );
      const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 24, height: 40 } });
      const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
      const ink = Array.from({ length: info.height }, (_, row) =>
        data.subarray(row * info.width, (row + 1) * info.width).reduce((sum, value) => sum + 255 - value, 0),
      );
      const most = Math.max(...ink);
      const rows = ink.map((amount) => amount / most);
      const top = rows.findIndex((amount) => amount > MOST_INK);
      const bottom = rows.findLastIndex((amount) => amount > MOST_INK);
      expect(Math.min(...rows.slice(top, bottom)), `${size} px, ${weight}`).toBeLessThan(MOST_INK);
      await page.evaluate(() => document.body.lastElementChild?.remove());
    }
});
