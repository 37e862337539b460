import type { Page } from 'playwright/test';
import { editor, openEditor, openTask } from '../setup/editor.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { edit, expect, field, save, test } from './edit.ts';
import { findInaccessible } from './fixtures.ts';

// All tests share one dev server and run in sequence.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const INTRODUCTION = 'content/home/introduction.mdx';

/** Opens the form of a paragraph, and empties it. */
async function openParagraph(page: Page) {
  await page.getByText('Companies have work that never reaches').click();
  const text = field(page, /^Paragraph/);
  await text.fill('We build it.');
  return text;
}

/** Selects words of a text box. */
const select = (page: Page, words: string) =>
  field(page, /^Paragraph/).evaluate((box: HTMLTextAreaElement, words) => {
    box.focus();
    box.setSelectionRange(box.value.indexOf(words), box.value.indexOf(words) + words.length);
  }, words);

/** Pastes what another program has copied. */
const paste = (page: Page, html: string, plain: string) =>
  field(page, /^Paragraph/).evaluate(
    (box, [html, plain]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html ?? '');
      clipboardData.setData('text/plain', plain ?? '');
      box.focus();
      box.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    },
    [html, plain],
  );

test(
  'words become bold, italic and links by shortcut and by button, and undo takes it back',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    const text = await openParagraph(page);
    await select(page, 'build');
    await text.press('Control+b');
    await expect(text).toHaveValue('We **build** it.');
    await text.press('Control+i');
    await expect(text).toHaveValue('We **_build_** it.');
    await text.press('Control+z');
    await expect(text).toHaveValue('We **build** it.');
    await editor(page).getByRole('button', { name: 'Bold' }).click();
    await expect(text).toHaveValue('We build it.');
    await expect(text).toBeFocused();

    await text.press('Control+k');
    const link = editor(page).getByRole('group', { name: 'Link' });
    const where = link.getByRole('textbox', { name: 'Where the link leads' });
    await expect(where).toBeFocused();
    expect(await findInaccessible(page, undefined, ['site-editor'])).toEqual([]);
    await where.fill('no such place');
    await where.press('Enter');
    await expect(link.getByRole('alert')).toHaveText(/^Choose a page from the list, or write an address/);
    await where.fill('');
    await where.pressSequentially('journey');
    await expect(where).toHaveValue('journey');
    await expect(where).toBeInViewport();
    await link.getByRole('button', { name: /\/flow$/ }).click();
    await expect(text).toHaveValue('We [build](/flow) it.');
    await expect(text).toBeFocused();
    await save(page);
    await expect(page.locator('main a', { hasText: 'build' })).toHaveAttribute('href', '/flow');
    expect(site.read(INTRODUCTION)).toContain('\n\nWe [build](/flow) it.\n\n');

    await select(page, 'build');
    await editor(page).getByRole('button', { name: 'Link', exact: true }).click();
    await expect(where).toHaveValue('/flow');
    await where.press('Escape');
    await expect(text).toBeFocused();
    await text.press('Control+k');
    await link.getByRole('button', { name: 'Remove the link' }).click();
    await expect(text).toHaveValue('We build it.');
  },
);

test(
  'what is pasted keeps its bold words, links and lists, and a table is explained',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    const text = await openParagraph(page);
    await select(page, 'it');
    await paste(page, `<b>all</b> of <a href="${site.origin}/flow">it</a>`, 'all of it');
    await expect(text).toHaveValue('We build **all** of [it](/flow).');
    await expect(editor(page).getByText(/^The table is now/)).toHaveCount(0);
    await text.press('Control+z');
    await expect(text).toHaveValue('We build it.');

    await text.fill('');
    await paste(page, '<table><tr><td>Phase</td><td>Weeks</td></tr><tr><td>Plan</td><td>2</td></tr></table>', 'Phase');
    await expect(field(page, /^Table/)).toHaveValue('| Phase | Weeks |\n| --- | --- |\n| Plan | 2 |');
    await expect(editor(page).getByText(/^The table is now lines of text/)).toBeVisible();
    await save(page);
    await expect(page.getByRole('cell', { name: 'Plan' })).toBeVisible();

    // The form keeps the field, although there are two paragraphs now. Opened again, it shows both.
    await field(page, /^Table/).fill('');
    await paste(page, '<p><b>First.</b></p><p>Second.</p>', 'First.');
    await save(page);
    const [first, second] = [page.locator('main').getByText('First.'), page.locator('main').getByText('Second.')];
    await expect(second).toBeVisible();
    await expect(field(page, /^Paragraph/)).toHaveValue('**First.**\n\nSecond.');
    await page.keyboard.press('Escape');
    await second.click();
    await expect(field(page, /^Paragraph/)).toHaveValue('Second.');
    await page.keyboard.press('Escape');
    await first.click();
    await expect(field(page, /^Paragraph/)).toHaveValue('**First.**');
  },
);

test('the form of a mail shows the mail, as it is typed', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await openTask(page, 'All content');
  await editor(page).getByRole('searchbox').fill('We have your application');
  await editor(page)
    .getByRole('button', { name: /We have your application/ })
    .first()
    .click();
  const shown = editor(page).frameLocator('iframe[title^="Mail to the visitor"]');
  await expect(shown.getByText('Thank you for applying to')).toBeVisible();
  await field(page, 'Subject').last().fill('Your application is here');
  await expect(editor(page).locator('iframe[title="Mail to the visitor: Your application is here"]')).toBeVisible();
  await expect(shown.getByText('Thank you for applying to')).toBeVisible();
  await expect(
    editor(page).frameLocator('iframe[title^="Mail to our team"]').getByText('Ada Example').first(),
  ).toBeVisible();
  expect(site.git('status', '--porcelain')).toBe('');
});

test('a first visit has an introduction, which can be called up again', EXHAUSTIVE, async ({ page, site }) => {
  await openEditor(page, site, true);
  const introduction = editor(page).getByRole('group', { name: 'How editing works' });
  await expect(introduction.getByRole('listitem')).toHaveCount(3);
  await introduction.getByRole('button', { name: 'Got it' }).click();
  await expect(introduction).toBeHidden();
  await page.reload();
  await openTask(page, 'Help');
  await expect(introduction).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(field(page, 'Heading')).toBeFocused();
  await expect(introduction).toBeHidden();
});

test('a figure says where it is used before it is changed', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site, '/flow');
  await page.getByText(/^Average timeline from discovery to launch/).click();
  await editor(page)
    .getByRole('button', { name: /^Change it: / })
    .first()
    .click();
  await expect(
    editor(page).getByText(/^A change shows in \d other entries: .*One bridge, two sides.*Our Partnership Journey/),
  ).toBeVisible();
});

test('after a save, the page is scrolled as before', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  const heading = page.locator('#programs').getByRole('heading', { level: 2 });
  await heading.click();
  await field(page, 'Heading').fill('Four programs');
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await save(page);
  await expect(heading).toHaveText('Four programs');
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), before)).toBeLessThan(100);
});

test('a mistake in a text is text in the overlay of errors', EXHAUSTIVE, async ({ page, site, expectedErrors }) => {
  expectedErrors.push(/500/);
  const file = 'content/legal/terms-of-service.mdx';
  const link = '<x [Show the line](y https://z/autofocus/onfocus=location=/javascript:alert%28origin%29/.source// )>';
  site.write(file, `${site.read(file)}\nSee [our prices](${link}) now, or https://z"/onfocus=alert(1)/autofocus.\n`);
  let asked = false;
  page.on('dialog', (dialog) => {
    asked = true;
    void dialog.dismiss();
  });
  await page.goto(`${site.origin}/terms-of-service`);
  const message = page.locator('vite-error-overlay #message-content');
  await expect(message).toContainText('has the link');
  await expect(message.locator('*')).toHaveCount(0);
  expect(asked).toBe(false);
});
