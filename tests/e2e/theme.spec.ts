import type { Page } from 'playwright/test';
import { INKS } from '../../src/brand/inks.ts';
import { expect, running, site, test } from './fixtures.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

const { appearance } = site.footer;
const choices = (page: Page) => page.getByRole('group', { name: appearance.label });
const choose = (page: Page, choice: 'system' | 'light' | 'dark') =>
  choices(page).getByRole('radio', { name: appearance[choice] }).check();
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

/** The background of the page, as painted. */
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
const LIGHT = rgb(INKS.light.paper);
const DARK = rgb(INKS.dark.paper);

/** The color of the browser's own UI: the content of the theme-color whose media matches. */
const edge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  );

/** Records the page's theme when its body first exists, and when its first frame is painted. */
const watchFirstPaint = (page: Page) =>
  page.addInitScript(() => {
    const seen: Record<string, string | undefined> = {};
    Object.assign(window, { seen });
    const look = (when: string) => {
      const { dataset } = document.documentElement;
      seen[when] = `${dataset['theme'] ?? 'none'} ${getComputedStyle(document.documentElement).colorScheme}`;
    };
    new MutationObserver((_records, observer) => {
      if (!document.querySelector('body')) return;
      observer.disconnect();
      look('body');
    }).observe(document, { childList: true, subtree: true });
    requestAnimationFrame(() => look('frame'));
  });
const firstPaint = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Record<string, string | undefined> }).seen);

for (const [choice, system, painted, colour] of [
  ['dark', 'light', DARK, INKS.dark.paper],
  ['light', 'dark', LIGHT, INKS.light.paper],
] as const)
  test(
    `choosing ${choice} on a ${system} system applies at once, on every page and after a reload, without a flash`,
    gateIf(choice === 'dark'),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: system });
      await watchFirstPaint(page);
      await page.goto(running.siteUrl);
      await expect(choices(page).getByRole('radio', { name: appearance.system })).toBeChecked();
      await choose(page, choice);
      expect(await ground(page)).toBe(painted);
      expect(await edge(page)).toEqual([colour]);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Research', exact: true }).click();
      await expect(page).toHaveURL(`${running.siteUrl}/research`);
      for (const again of [() => Promise.resolve(), () => page.reload()]) {
        await again();
        await expect(choices(page).getByRole('radio', { name: appearance[choice] })).toBeChecked();
        await expect
          .poll(() => firstPaint(page))
          .toEqual({ body: `${choice} ${choice}`, frame: `${choice} ${choice}` });
        expect(await ground(page)).toBe(painted);
        expect(await edge(page)).toEqual([colour]);
      }
    },
  );

test('System clears the choice, and the page follows the system from then on', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(running.siteUrl);
  await choose(page, 'dark');
  expect(await theme(page)).toBe('dark');
  await choose(page, 'system');
  expect(await theme(page)).toBeUndefined();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  for (const [colorScheme, painted, colour] of [
    ['light', LIGHT, INKS.light.paper],
    ['dark', DARK, INKS.dark.paper],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await ground(page)).toBe(painted);
    expect(await edge(page)).toEqual([colour]);
  }
  await page.reload();
  expect(await theme(page)).toBeUndefined();
  await expect(choices(page).getByRole('radio', { name: appearance.system })).toBeChecked();
});

test('without storage, the choice holds for the page', EXHAUSTIVE, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    });
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(running.siteUrl);
  await choose(page, 'dark');
  expect(await ground(page)).toBe(DARK);
  expect(await edge(page)).toEqual([INKS.dark.paper]);
});

test(
  'drawings multiply in light colors and screen in dark ones, independent of the system',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(running.siteUrl);
    /** The blend mode of drawings, in each color scheme on the page. */
    const blends = () =>
      page.locator('svg.inks').evaluateAll((drawings) => [
        ...new Set(
          drawings.map((drawing) => {
            const style = getComputedStyle(drawing);
            return `${style.colorScheme}: ${style.getPropertyValue('--blend')}`;
          }),
        ),
      ]);
    for (const choice of ['dark', 'light', 'system'] as const) {
      await choose(page, choice);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const isDark = choice === 'dark' || (choice === 'system' && colorScheme === 'dark');
        const expected = { light: 'multiply', dark: 'screen', 'light dark': isDark ? 'screen' : 'multiply' };
        for (const blend of await blends()) {
          const [scheme = '', mode] = blend.split(': ');
          expect(mode, `${choice} on ${colorScheme}, ${scheme}`).toBe(expected[scheme as keyof typeof expected]);
        }
      }
    }
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no dead choice is shown', EXHAUSTIVE, async ({ page }) => {
    await page.goto(running.siteUrl);
    await expect(page.locator('[name=theme]')).toHaveCount(3);
    for (const option of await page.locator('[name=theme]').all()) await expect(option).toBeHidden();
    await expect(page.getByText(appearance.label, { exact: true })).toBeHidden();
  });
});
