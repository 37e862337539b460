import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, PAGES, running, site, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** What may be stored in the browser, and the words of the privacy policy that say so. */
const KEPT = {
  theme: 'The colors that you choose at the foot of a page stay',
  'splash-seen': 'whether you have seen the opening film',
  origin: 'the site or campaign that led you here',
  toast: 'a message that the next page shows you',
  'unsubscribe-token': 'the code from the link in our mail',
  'consultation-draft': 'What you type into a form is kept in your browser',
  'demo-booking-draft': 'What you type into a form is kept in your browser',
  'voice-call-draft': 'What you type into a form is kept in your browser',
  'waiting-list-draft': 'What you type into a form is kept in your browser',
  'internship-draft': 'What you type into a form is kept in your browser',
};

/** Points at every visible link and button on the way down a page. */
async function lookAround(page: Page): Promise<void> {
  const places = await page.locator('a[href]:visible, button:visible, summary:visible').all();
  for (const place of places) {
    const there = await place.evaluate((element) => {
      element.scrollIntoView({ behavior: 'instant', block: 'center' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.move(there.x, there.y);
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
}

/** Opens each dialog, types into its form and closes it; types into the forms of the page. Sends nothing. */
async function tryForms(page: Page): Promise<void> {
  for (const name of ['consultation', 'demo-booking', 'voice-call']) {
    const dialog = page.locator(`dialog#${name}`);
    await page.locator(`[data-opens=${name}]:visible`).first().click();
    await expect(dialog.locator('form[data-ready]')).toHaveCount(1);
    await dialog.locator('[name=name]').fill('Ada');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  for (const form of await page.locator('main form[data-island]').all()) {
    await form.locator('[name=name]').fill('Ada');
    await expect(form).toHaveAttribute('data-ready');
  }
}

/** What the site has stored in the browser. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }));

test.use({ film: true });

for (const [which, siteUrl, paths] of [
  // It could contact two companies: a voice provider and a video provider.
  ['with a hosted voice', running.hostedVoiceUrl, PAGES],
  ['with a rehearsed voice', running.siteUrl, ['/']],
] as const)
  for (const path of paths)
    test(
      `${path} ${which} contacts only us, and stores only what the policy names, until a form is sent or a call starts`,
      EXHAUSTIVE,
      async ({ page, context }) => {
        test.slow();
        const asked = new Set<string>();
        const cookies: Promise<string | null>[] = [];
        const note = (url: string) => {
          if (!/^(data|blob):/.test(url)) asked.add(new URL(url).origin);
        };
        context.on('request', (request) => note(request.url()));
        context.on('response', (response) => cookies.push(response.headerValue('set-cookie')));
        page.on('websocket', (socket) => note(socket.url()));

        const token = path === '/unsubscribe' ? '#token' : '';
        await page.goto(`${siteUrl}${path}?utm_source=mail${token}`, { waitUntil: 'networkidle' });
        // The film has played to its end.
        await expect(page.locator('#splash[open]')).toHaveCount(0);
        await lookAround(page);
        await page.getByRole('radio', { name: site.footer.appearance.dark }).check();
        await tryForms(page);
        await page.waitForLoadState('networkidle');

        expect([...asked]).toEqual([siteUrl]);
        expect(await context.cookies()).toEqual([]);
        expect((await Promise.all(cookies)).filter((cookie) => cookie !== null)).toEqual([]);
        const { keys, ...rest } = await kept(page);
        const atLeast = ['theme', 'origin', 'consultation-draft', ...(token ? ['unsubscribe-token'] : [])];
        expect(keys).toEqual(expect.arrayContaining(atLeast));
        expect(keys.filter((key) => !(key in KEPT))).toEqual([]);
        expect(rest).toEqual({ databases: [], workers: 0, caches: [] });
      },
    );

test('the privacy policy names everything that is stored in the browser', () => {
  const policy = readFileSync('content/legal/privacy-policy.mdx', 'utf8').replace(/\s+/g, ' ');
  for (const [key, words] of Object.entries(KEPT)) expect(policy, key).toContain(words);
  expect(policy).toContain('No cookies are set');
});
