import type { Page } from 'playwright/test';
import { dialog, expect, labels, PAGES, running, site, test } from './fixtures.ts';
import { expectFocus, findFocusFault, focused, go } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const links = site.navigation.map(({ label }) => `link "${label}"`);
const SKIP = 'link "Skip to content"';
const LOGO = `link "${site.name}"`;

/** The position and layer of the focused element. */
const place = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
    const layer = element?.closest('header, .call-corner, .skip');
    const down = layer ? 0 : scrollY;
    const visited = ((window as { visited?: Set<Element | null> }).visited ??= new Set());
    const isNew = !visited.has(element);
    visited.add(element);
    return { isNew, layer: layer?.className, left, right, top: top + down, bottom: bottom + down };
  });

/** Goes around the page with a key. Returns the stops, and the faults at them. */
async function goRound(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: string[]; faults: string[] }> {
  const stops: string[] = [];
  const faults: string[] = [];
  let before: Awaited<ReturnType<typeof place>> | undefined;
  for (;;) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    const here = await place(page);
    if (stop === '' || !here.isNew) return { stops, faults };
    const fault = await findFocusFault(page);
    if (fault) faults.push(`${stop}: ${fault}`);
    // Up, and not into the next column.
    if (key === 'Tab' && before && before.layer === here.layer && here.bottom <= before.top && here.left < before.right)
      faults.push(`${stop} is above ${stops.at(-1)}`);
    before = here;
    stops.push(stop);
  }
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    // One page of each kind; scenes.spec.ts checks the visibility of the focus on the others.
    for (const path of ['/', '/flow', '/research', '/internships/apply', '/terms-of-service'])
      test(
        `Tab goes through ${path} in reading order, visible at every stop, and back`,
        EXHAUSTIVE,
        async ({ page }) => {
          await page.goto(running.siteUrl + path);
          const there = await goRound(page, 'Tab');
          expect(there.faults).toEqual([]);
          expect(there.stops[0]).toBe(SKIP);
          await page.reload();
          const back = await goRound(page, 'Shift+Tab');
          expect(back.faults).toEqual([]);
          expect(back.stops.reverse()).toEqual(there.stops);
        },
      );
  });

test('the first tab stop of a page skips the header and leads to its content', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/flow`);
  await go(page, 'Tab', [SKIP, LOGO, ...links, `button "${site.callToAction.wide}"`]);
  await go(page, 'Shift+Tab', [`${links.at(-1)}`]);
  await page.keyboard.press('Home');
  await page.reload();
  await go(page, 'Tab', [SKIP]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test(
  'a screen reader finds the landmarks of every page, each with its name, and one top heading',
  EXHAUSTIVE,
  async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(running.siteUrl + path);
      await expect(page.locator('body'), path).toMatchAriaSnapshot(`
      - link "Skip to content"
      - banner:
        - link "${site.name}"
        - navigation "Main"
        - button "${site.callToAction.wide}"
      - main
      - contentinfo:
        - navigation "Footer"
      - complementary "AI voice agent"
    `);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    }
  },
);

test.describe('the phone menu', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'opens and closes by keyboard, says which it is, and closes when tabbed out of',
    EXHAUSTIVE,
    async ({ page }) => {
      await page.goto(`${running.siteUrl}/flow`);
      const closed = 'DisclosureTriangle "Menu", collapsed';
      await go(page, 'Tab', [SKIP, LOGO, `button "${site.callToAction.narrow}"`, closed]);
      await page.keyboard.press('Enter');
      await expectFocus(page, 'DisclosureTriangle "Menu", expanded');
      await expect(page.getByRole('banner').getByRole('navigation')).toMatchAriaSnapshot(`
      - navigation "Main":
        - list:
${site.navigation.map(({ label }) => `          - listitem:\n            - link "${label}"`).join('\n')}
    `);
      await go(page, 'Tab', links.slice(0, 2));
      await page.keyboard.press('Escape');
      await expectFocus(page, closed);
      await page.keyboard.press('Space');
      await go(page, 'Tab', links);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('banner').getByRole('navigation')).toBeHidden();
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
      await go(page, 'Shift+Tab', [closed]);
    },
  );

  test('a link in it leads to its section, and the next tab stop is there', EXHAUSTIVE, async ({ page }) => {
    await page.goto(running.siteUrl);
    await go(page, 'Tab', [SKIP, LOGO, `button "${site.callToAction.narrow}"`, 'DisclosureTriangle "Menu", collapsed']);
    await page.keyboard.press('Enter');
    await go(page, 'Tab', links.slice(0, 4));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${running.siteUrl}/#internships`);
    await page.keyboard.press('Tab');
    await expect(page.locator('#internships :focus')).toHaveCount(1);
    expect(await findFocusFault(page)).toBe('');
  });
});

test(
  'a dialog closes in every way a keyboard offers, and the focus returns to where it was',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.goto(`${running.siteUrl}/flow`);
    const opener = `button "${site.callToAction.wide}"`;
    await go(page, 'Tab', [SKIP, LOGO, ...links, opener]);
    for (const [key, stops] of [
      ['Escape', []],
      ['Enter', [`button "${labels.close}"`]],
      ['Space', [`button "${labels.close}"`, '', `button "${labels.submit}"`, `button "${labels.cancel}"`]],
    ] as const) {
      await page.keyboard.press('Enter');
      await expectFocus(page, `textbox "${labels.fields.name.label}", required`);
      await go(page, 'Shift+Tab', stops);
      await page.keyboard.press(key);
      await expect(dialog(page)).toBeHidden();
      await expectFocus(page, opener);
    }
  },
);
