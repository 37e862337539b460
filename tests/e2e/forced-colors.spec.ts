import type { Page } from 'playwright/test';
import { dialog, expect, openDialog, running, test } from './fixtures.ts';
import { findFocusFault } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** Marks what only its fill sets apart: cards, buttons, fields, dialogs; not whole sections. */
const markFilled = (page: Page) =>
  page.evaluate(() => {
    const fill = (element: Element) => getComputedStyle(element).backgroundColor;
    const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)';
    const under = (element: Element): string => {
      const up = element.parentElement;
      if (!up) return '';
      return isClear(fill(up)) ? under(up) : fill(up);
    };
    let count = 0;
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('[aria-hidden=true], svg') || element.textContent.trim() === '') continue;
      const { width, height } = element.getBoundingClientRect();
      // Section backgrounds and rules.
      if (width >= innerWidth - 1 || height < 20) continue;
      if (isClear(fill(element)) || fill(element) === under(element)) continue;
      element.dataset['filled'] = '';
      count++;
    }
    return count;
  });

/** What has no edge without its fill: buttons and fields need one on every side, marked elements on at least one. */
const findEdgeless = (page: Page) =>
  page.locator('[data-filled], button, input, select, textarea').evaluateAll((elements) =>
    elements
      .filter((element) => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        if (element.closest('[aria-hidden=true]') || element.matches('[type=radio], [type=checkbox]')) return false;
        const style = getComputedStyle(element);
        const isControl = element.matches('button, input, select, textarea');
        // An underlined word or a picture needs no edge.
        const isPlain = style.textDecorationLine.includes('underline') || element.textContent.trim() === '';
        if (element.matches('button') && isPlain) return false;
        const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).filter(
          (side) =>
            style[`border${side}Style`] !== 'none' &&
            parseFloat(style[`border${side}Width`]) >= 1 &&
            ![style.backgroundColor, 'rgba(0, 0, 0, 0)'].includes(style[`border${side}Color`]),
        );
        const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
        return sides.length < (isControl ? 4 : 1) && !hasOutline;
      })
      .map((element) => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100)),
  );

for (const path of ['/', '/flow', '/internships/apply', '/resources', '/research'])
  test(`with forced colors, every filled element on ${path} has an edge`, EXHAUSTIVE, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(running.siteUrl + path);
    expect(await markFilled(page)).toBeGreaterThan(0);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    expect(await findEdgeless(page)).toEqual([]);
  });

test(
  'with forced colors, the dialog and its fields have an edge, and the focus is visible',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await openDialog(page);
    await expect(page.locator('form[data-ready]')).toHaveCount(1);
    expect(await findEdgeless(page)).toEqual([]);
    expect(await dialog(page).evaluate((element) => getComputedStyle(element).borderTopStyle)).not.toBe('none');
    await dialog(page).getByRole('textbox').first().focus();
    const unseen: string[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await page.keyboard.press('Tab');
      unseen.push(await findFocusFault(page));
    }
    expect(unseen.filter(Boolean)).toEqual([]);
  },
);
