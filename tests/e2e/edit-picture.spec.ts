import { expect, test, type Page } from 'playwright/test';
import sharp from 'sharp';
import type { scalePicture } from '../../src/apps/edit/host/scale-picture.ts';
import { bundleForBrowser } from '../setup/editing-bundle.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const ADDRESS = 'https://editor.test/';
/** As in the room of the editor. */
const POLICY =
  "default-src 'none'; script-src 'self'; img-src 'self' blob: data:; require-trusted-types-for 'script'; trusted-types 'none'";

declare global {
  interface Window {
    scalePicture: typeof scalePicture;
  }
}

/** A page with nothing but the function. */
async function open(page: Page): Promise<void> {
  const scripts: Record<string, string> = {
    '/bundle.js': await bundleForBrowser('src/apps/edit/host/scale-picture.ts'),
    '/main.js': "import { scalePicture } from './bundle.js'; window.scalePicture = scalePicture;",
  };
  await page.route(`${ADDRESS}**`, (route) => {
    const script = scripts[new URL(route.request().url()).pathname];
    return script === undefined
      ? route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': POLICY },
          body: '<script type="module" src="/main.js"></script>',
        })
      : route.fulfill({ contentType: 'text/javascript', body: script });
  });
  await page.goto(ADDRESS);
  await page.waitForFunction(() => 'scalePicture' in window);
}

const scaled = (page: Page, file: Buffer) =>
  page.evaluate(
    async (bytes) => {
      try {
        const picture = await window.scalePicture('team.jpg', Uint8Array.from(bytes));
        return { ...picture, bytes: [...picture.bytes] };
      } catch (error) {
        return { refused: String(error) };
      }
    },
    [...file],
  );

test('a picture is scaled, turned upright, and keeps no metadata', EXHAUSTIVE, async ({ page }) => {
  await open(page);
  const color = { r: 200, g: 60, b: 60 };
  const files = {
    // Taken with the camera on its side, so it is 1000 wide.
    upright: sharp({ create: { width: 1800, height: 1000, channels: 3, background: color } })
      .withExif({ IFD0: { Copyright: 'A secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg(),
    wide: sharp({ create: { width: 2880, height: 200, channels: 3, background: color } }).avif(),
    clear: sharp({ create: { width: 300, height: 200, channels: 4, background: { ...color, alpha: 0.5 } } }).png(),
  };
  const sizes = { upright: [1000, 1800], wide: [1440, 100], clear: [300, 200] } as const;
  for (const name of ['upright', 'wide', 'clear'] as const) {
    const picture = await scaled(page, await files[name].toBuffer());
    expect(picture).toMatchObject({ extension: '.webp', width: sizes[name][0], height: sizes[name][1] });
    if (!('bytes' in picture)) return;
    const stored = Buffer.from(picture.bytes);
    const { format, width, height, exif, hasAlpha } = await sharp(stored).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'webp',
      width: sizes[name][0],
      height: sizes[name][1],
      exif: undefined,
    });
    expect(hasAlpha).toBe(name === 'clear');
    expect(stored.includes('A secret place')).toBe(false);
  }
});

test('a picture that is cut off is refused', EXHAUSTIVE, async ({ page }) => {
  await open(page);
  const whole = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { refused } = { refused: '', ...(await scaled(page, whole.subarray(0, 60))) };
  expect(refused).toContain('is damaged');
});
