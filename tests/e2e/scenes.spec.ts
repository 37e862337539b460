import type { Page } from 'playwright/test';
import { reach, type Scene } from '../scenes/scene.ts';
import { SCENES } from '../scenes/scenes.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';
import { expect, findInaccessible, running, test } from './fixtures.ts';
import { findPale } from './look-contrast.ts';
import { findHidden } from './look-focus.ts';
import { findFaults } from './look.ts';
import { findCrowded } from './look-room.ts';

/** WCAG requires a window of 1280 x 1024 px to work when zoomed to 400 % (1.4.10). */
const WINDOW = { width: 1280, height: 1024 };
const ZOOMED = { width: 320, height: 256 };
const PHONE = { width: 390, height: 844 };

/** The browser's text size setting, 16 px by default (1.4.4). */
async function withLargeText(page: Page, look: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await look();
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
}

/** Text spacing from a visitor's own style sheet (1.4.12). Not a style element: the page's policy would block it. */
async function withSpacedText(page: Page, look: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
  });
  await look();
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/** What covers a page. The page below is a scene of its own, and axe is slow, so it checks only these. */
const LAYERS = ['dialog[open]', '.call-panel', '.toast'];

const layersOf = async (page: Page): Promise<string[]> => {
  const counts = await Promise.all(LAYERS.map((layer) => page.locator(layer).count()));
  return LAYERS.filter((_, index) => counts[index]);
};

/** The axe rules that depend on the available space; the others have been checked in the wide window. */
const OF_ROOM = ['target-size', 'scrollable-region-focusable'];

/** The last action may still be scrolling the page. */
const settleScroll = (page: Page) =>
  page.evaluate(async () => {
    for (let still = 0; still < 10; still++) {
      const before = scrollY;
      await new Promise(requestAnimationFrame);
      if (scrollY !== before) still = 0;
    }
  });

/** Sets up a scene. Returns the parts to check; none: the whole page. */
async function show(page: Page, scene: Scene): Promise<string[]> {
  await page.setViewportSize(WINDOW.width < (scene.below ?? Infinity) ? WINDOW : PHONE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await reach(page, scene.unconnected ? running.unconnectedUrl : running.siteUrl, scene);
  await settleScroll(page);
  return scene.whole ? [] : layersOf(page);
}

for (const scene of SCENES) {
  test(
    `${scene.name}: axe finds nothing, and everything is in place`,
    gateIf(scene.name === 'home'),
    async ({ page, expectedErrors }) => {
      expectedErrors.push(...(scene.logs ?? []));
      const over = await show(page, scene);
      expect(await findInaccessible(page, undefined, over)).toEqual([]);
      expect(await findPale(page)).toEqual([]);
      expect(await findFaults(page, '')).toEqual([]);
    },
  );

  test(
    `${scene.name}: as good in the dark, in forced colors, zoomed, enlarged and spaced`,
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      test.slow();
      expectedErrors.push(...(scene.logs ?? []));
      const over = await show(page, scene);
      const found: string[] = [];
      const note = (how: string, findings: string[]) => found.push(...findings.map((finding) => `${how}: ${finding}`));
      await page.emulateMedia({ colorScheme: 'dark' });
      note('in the dark', [...(await findInaccessible(page, ['color-contrast'], over)), ...(await findPale(page))]);
      await page.emulateMedia({ colorScheme: 'light' });
      // A scene that differs only in its words is checked again only where it has the least room.
      if (!scene.alike) {
        await page.emulateMedia({ forcedColors: 'active' });
        // With forced colors, axe reads our colors (-webkit-text-fill-color is never replaced).
        note('in forced colors', await findPale(page));
        await page.emulateMedia({ forcedColors: 'none' });

        note('as it is', await findHidden(page));
        await withLargeText(page, async () => note('text enlarged', await findFaults(page, '')));
        await withSpacedText(page, async () => note('text spaced', await findFaults(page, '')));
      }
      await page.setViewportSize(ZOOMED);
      note('zoomed', [...(await findInaccessible(page, OF_ROOM, over)), ...(await findFaults(page, ''))]);
      note('zoomed', await findCrowded(page));
      if (!scene.alike) note('zoomed', await findHidden(page));
      await withSpacedText(page, async () => note('zoomed, text spaced', await findFaults(page, '')));
      expect(found).toEqual([]);
    },
  );
}
