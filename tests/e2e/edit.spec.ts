import type { Locator, Page } from 'playwright/test';
import { editor, openEditor, openTask } from '../setup/editor.ts';
import { edit, expect, field, save, test } from './edit.ts';
import { FAILED_RESOURCE, findInaccessible } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

// All tests share one dev server and run in sequence.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const HERO = 'content/home/hero.mdx';
const INTRODUCTION = 'content/home/introduction.mdx';
const STAGE = 'content/journey/30-clarification.mdx';

const headline = (page: Page) => page.getByRole('heading', { level: 1 });
/** Clicks a text until its form opens, which can have it as its title: a page that has just reloaded may not listen yet. */
const open = (page: Page, text: Locator, label: string | RegExp) =>
  expect(async () => {
    await text.first().click();
    await expect(field(page, label)).toBeVisible({ timeout: 1000 });
  }).toPass();
const changedLines = (diff: string) => diff.split('\n').filter((line) => /^[-+][^-+]/.test(line));

test('without editing, the page only has one extra button', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await openTask(page, 'Done');
  await expect(editor(page).getByRole('button')).toHaveText(['Edit this site']);
  await expect(page.locator('[data-edit]')).toHaveCount(0);
  await editor(page).getByRole('button', { name: 'Edit this site' }).click();
  await expect(page.locator('[data-edit]').first()).toBeAttached();
});

test(
  'only a tab that was opened with the redirect file can edit, also after a reload, and each opening gets another secret',
  EXHAUSTIVE,
  async ({ page, context, site }) => {
    const secret = site.secret();
    await edit(page, site);
    expect(page.url()).toBe(`${site.origin}/`);
    expect(site.secret()).not.toBe(secret);
    expect(await context.cookies()).toMatchObject([{ name: 'site-editing', value: 'on' }]);
    await page.reload();
    await expect(editor(page).getByRole('button', { name: 'Edit', exact: true })).toBeVisible();

    const other = await context.newPage();
    await other.goto(site.origin);
    await editor(other).getByRole('button', { name: 'Edit this site' }).click();
    await expect(editor(other).getByRole('alert')).toContainText('Run npm run edit in a terminal');
    await openEditor(other, site);
    for (const tab of [page, other]) {
      await openTask(tab, 'All content');
      await expect(editor(tab).getByRole('searchbox')).toBeVisible();
    }
  },
);

test(
  'the desk works beside it, and has no editor: its words are not in content/',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await openEditor(page, site);
    await page.goto(`${site.origin}/desk`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('site-editor')).toHaveCount(0);
  },
);

test('if another program was first, nobody can edit', EXHAUSTIVE, async ({ page, site, expectedErrors }) => {
  expectedErrors.push(FAILED_RESOURCE);
  const secret = site.secret();
  const first = (await (await site.send('open', { secret })).json()) as { session: string };
  // As the redirect file did that the browser has read.
  await page.goto(`${site.origin}/_edit/open#${secret}`);
  await expect(page.getByRole('alert')).toHaveText(/already used/);
  expect((await site.send('list', {}, { 'x-edit-session': first.session })).status).toBe(401);
  expect(site.output()).toContain('was used twice');
});

test(
  'a click on a headline opens its form, and a save changes one line of the file',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await headline(page).hover();
    await expect(editor(page).getByText('Heading', { exact: true })).toBeVisible();
    await headline(page).click();
    const heading = field(page, 'Heading');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveValue('Custom software and automation, built with university talent');
    await expect(editor(page).getByText('60 / 80')).toBeVisible();
    await heading.fill('Software: planned with you');
    await save(page);
    await expect(headline(page)).toHaveText('Software: planned with you');
    expect(changedLines(site.git('diff', '--unified=0'))).toEqual([
      '-heading: Custom software and automation, built with university talent',
      "+heading: 'Software: planned with you'",
    ]);
  },
);

test('what is typed while a save reloads the page is kept', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await headline(page).click();
  const heading = field(page, 'Heading');
  await heading.fill('Typed: ');
  const reloaded = page.waitForEvent('load');
  await heading.press('Control+s');
  const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(2);
  // As fast as a quick typist, for longer than the page takes to load.
  await page.keyboard.type(letters, { delay: 80 });
  await reloaded;
  await expect(heading).toHaveValue(`Typed: ${letters}`);
  await expect(heading).toBeFocused();
  // Saved as it was then.
  expect(site.read(HERO)).toMatch(/^heading: 'Typed:'$/m);
  await save(page);
  expect(site.read(HERO)).toContain(letters);
});

test('a save lists what else it changes, and asks', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await open(page, page.locator('main').getByText(/^Trusted by/), 'Badge');
  await field(page, 'Badge').fill('Half a');
  await page.keyboard.press('Escape');
  await headline(page).click();
  await field(page, 'Heading').fill('Another headline');
  await field(page, 'Heading').press('Control+s');
  const question = editor(page).getByRole('group', {
    name: 'Saving also changes what you don’t see here: Badge.',
  });
  await expect(question.getByRole('button', { name: 'Save all of it' })).toBeFocused();
  expect(site.git('status', '--porcelain')).toBe('');
  await question.getByRole('button', { name: 'Show it first' }).click();
  await expect(field(page, 'Badge')).toHaveValue('Half a');
  await save(page);
  expect(changedLines(site.git('diff', '--unified=0'))).toHaveLength(4);
});

test(
  'a value that the schema rejects is reported at its field, and nothing is written or lost',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await headline(page).click();
    const heading = field(page, 'Heading');
    await heading.fill('x'.repeat(95));
    await expect(editor(page).getByText('95 / 80, 15 too many')).toBeVisible();
    await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(heading).toHaveAccessibleDescription(/Is 95 characters long; at most 80 fit. Shorten it by 15./);
    await expect(heading).toHaveAttribute('aria-invalid', 'true');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveValue('x'.repeat(95));
    expect(site.git('status', '--porcelain')).toBe('');
    await heading.fill('Short enough');
    await save(page);
    await expect(headline(page)).toHaveText('Short enough');
  },
);

test(
  'a mistake across two fields is reported at its field, even if that field was not visible',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await openTask(page, 'All content');
    await editor(page).getByRole('searchbox').fill('guided projects');
    await editor(page)
      .getByRole('button', { name: /^From the first webinar to a result/ })
      .first()
      .click();
    await editor(page)
      .getByRole('group', { name: 'Timeline' })
      .getByRole('button', { name: /^Item 2 / })
      .first()
      .click();
    await editor(page).getByLabel('To', { exact: true }).fill('1');
    await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor(page).getByLabel('To', { exact: true })).toHaveAccessibleDescription(
      /Must not be before from. Give a later month./,
    );
    expect(site.git('status', '--porcelain')).toBe('');
  },
);

test(
  'a figure can be changed from a text, updates everywhere, and can be undone with later saves kept',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await page.getByText('48-hour events on a real problem').click();
    await editor(page).getByRole('button', { name: 'Change it: 48-hour' }).click();
    await field(page, 'Value').fill('72-hour');
    await save(page);
    await expect(page.getByText('72-hour events on a real problem')).toBeVisible();
    await open(page, headline(page), 'Heading');
    await field(page, 'Heading').fill('A later save');
    await save(page);
    await openTask(page, 'Last saves');
    await editor(page)
      .getByRole('listitem')
      .filter({ hasText: '72-hour' })
      .getByRole('button', { name: /^Undo/ })
      .click();
    await expect(page.getByText('48-hour events on a real problem')).toBeVisible();
    await expect(headline(page)).toHaveText('A later save');
    expect(site.git('diff', '--stat', 'content/site.yaml')).toBe('');
  },
);

test(
  'undoing a headline leaves the badge beside it, and shows both versions if it has changed again',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await open(page, headline(page), 'Heading');
    await field(page, 'Heading').fill('Our first idea');
    await save(page);
    await open(page, page.getByText(/^Trusted by/).first(), 'Badge');
    await field(page, 'Badge').fill('Trusted');
    await save(page);
    const undo = (save: Locator) => save.getByRole('button', { name: /^Undo/ }).click();
    const saves = editor(page).getByRole('listitem');
    await openTask(page, 'Last saves');
    await undo(saves.filter({ hasText: 'Heading' }));
    await expect(headline(page)).toHaveText('Custom software and automation, built with university talent');
    await expect(page.getByText('Trusted', { exact: true })).toBeVisible();
    expect(site.git('diff', '--stat', 'content').trim()).toMatch(/1 file changed, 1 insertion\(\+\), 1 deletion\(-\)$/);

    await open(page, page.getByText('Trusted', { exact: true }), 'Badge');
    await field(page, 'Badge').fill('Trusted by many');
    await save(page);
    await openTask(page, 'Last saves');
    await undo(saves.filter({ hasText: 'companies and universities' }));
    const notice = editor(page).getByRole('alert').filter({ hasText: 'changed again since' });
    await expect(notice).toContainText('Badge');
    await expect(notice).toContainText(/companies and universities/);
    await expect(notice).toContainText('Trusted by many');
  },
);

test('a paragraph is edited as Markdown, without the rest of the text', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await page.getByText('Companies have work that never reaches').click();
  const text = field(page, /^Paragraph/);
  await expect(text).toHaveValue(/^Companies have work[^]*will be used\.$/);
  await text.fill('Companies have **work**.');
  await save(page);
  await expect(page.locator('main strong', { hasText: 'work' })).toBeVisible();
  const before = site.git('show', `HEAD:${INTRODUCTION}`);
  expect(site.read(INTRODUCTION)).toBe(before.replace(/Companies have work[^]*?used\./, 'Companies have **work**.'));
});

test(
  'a text that breaks the page is rolled back and stays in the form, and the page keeps the old text',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await page.getByText('Companies have work that never reaches').click();
    const broken = '<Figure src="/damaged.png" alt="Nothing" caption="Nothing" />';
    site.write('public/damaged.png', 'not a picture');
    // Once the dev server has noticed it.
    await expect.poll(async () => (await page.request.get(`${site.origin}/damaged.png`)).status()).toBe(200);
    await field(page, /^Paragraph/).fill(broken);
    await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor(page).getByRole('alert').filter({ hasText: 'it is not a picture' })).toBeVisible();
    await expect(field(page, 'Caption')).toHaveValue('Nothing');
    await expect(page.getByText('Companies have work that never reaches')).toBeAttached();
    expect(site.git('status', '--porcelain')).toBe('?? public/damaged.png\n');
  },
);

test(
  'a file that has changed in the meantime is not overwritten: both texts are shown to choose from',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await open(page, headline(page), 'Heading');
    await field(page, 'Heading').fill('My headline');
    const theirs = site.read(HERO).replace('heading: Custom', 'heading: Our custom');
    site.write(HERO, theirs.replace("badge: 'Trusted", "badge: 'New. Trusted"));
    // The page reloads with their text, and the form with mine.
    await expect(headline(page)).toHaveText(/^Our custom/);
    await expect(editor(page).getByText('This entry has changed since you began')).toBeVisible();
    await expect(editor(page).getByText('My headline')).toBeVisible();
    await expect(editor(page).getByRole('region', { name: 'Heading' })).toContainText(
      'Our custom software and automation',
    );
    expect(site.read(HERO)).toContain('heading: Our custom');
    await editor(page)
      .getByRole('button', { name: /^Keep mine/ })
      .click();
    await save(page);
    await expect(headline(page)).toHaveText('My headline');
    expect(site.read(HERO)).toContain('badge: ');
    expect(site.read(HERO)).toContain('New. Trusted by');
  },
);

test('a change to a file reloads the page once, with its fields and its text', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  let reloads = 0;
  page.on('request', (request) => (reloads += Number(request.isNavigationRequest())));
  const file = 'content/home/introduction.mdx';
  const before = site.read(file);
  site.write(file, before.replace('One bridge', 'Our bridge').replace('Companies have', 'Our partners have'));
  await expect(page.getByRole('heading', { name: /^Our bridge/ })).toBeVisible();
  await expect(page.getByText('Our partners have work')).toBeVisible();
  expect(reloads).toBe(1);
});

test('a draft survives a reload, closing the form, and another page', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await open(page, headline(page), 'Heading');
  await field(page, 'Heading').fill('Half a head');
  await page.reload();
  await expect(field(page, 'Heading')).toHaveValue('Half a head');
  await field(page, 'Heading').press('Escape');
  await expect(field(page, 'Heading')).toBeHidden();
  await page.goto(`${site.origin}/flow`);
  await expect(editor(page).getByText('1 not saved')).toBeVisible();
  await page.goto(site.origin);
  await headline(page).click();
  await expect(field(page, 'Heading')).toHaveValue('Half a head');
  await editor(page).getByRole('button', { name: 'Discard', exact: true }).click();
  await editor(page).getByRole('button', { name: 'Discard what I wrote' }).click();
  await expect(field(page, 'Heading')).toHaveValue(/^Custom software/);
  expect(site.git('status', '--porcelain')).toBe('');
});

test(
  'a draft is there at another address too, where the browser has none, until it is saved',
  EXHAUSTIVE,
  async ({ page, site }) => {
    const kept = () => site.read('.local/edit/drafts.json');
    /** What another run of the editor finds: its origin has no storage yet. */
    const openAgain = async (meanwhile = () => {}) => {
      await page.goto(`${site.origin}/favicon.svg`);
      await page.evaluate(() => [localStorage, sessionStorage].forEach((store) => store.clear()));
      meanwhile();
      await edit(page, site);
      await open(page, headline(page), 'Heading');
    };
    await edit(page, site);
    await open(page, headline(page), 'Heading');
    await field(page, 'Heading').fill('Half a head');
    await openAgain(() => site.write(HERO, site.read(HERO).replace(/^badge: .*/m, 'badge: Theirs')));
    await expect(field(page, 'Heading')).toHaveValue('Half a head');
    await expect(editor(page).getByText('1 not saved')).toBeVisible();
    await save(page);
    expect(site.read(HERO)).toMatch(/^badge: Theirs\n(.*\n)*heading: Half a head$/m);
    await expect.poll(kept).toBe('[]');
    await openAgain();
    await expect(editor(page).getByText('1 not saved')).toBeHidden();
    await field(page, 'Heading').fill('Another half');
    await expect.poll(kept).toContain('Another half');
    await editor(page).getByRole('button', { name: 'Discard', exact: true }).click();
    await editor(page).getByRole('button', { name: 'Discard what I wrote' }).click();
    await expect.poll(kept).toBe('[]');
  },
);

test('list entries can be added, moved and removed', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site, '/flow');
  await page.getByText('Sketches instead of sentences').click();
  await editor(page).getByRole('button', { name: 'Move up: Point 2' }).click();
  await editor(page)
    .getByRole('button', { name: /^Add another after Point/ })
    .click();
  await field(page, /Point/).fill('A third: between them');
  await save(page);
  expect(site.read(STAGE)).toContain(
    'points:\n  - Sketches instead of sentences wherever two people read a sentence differently\n' +
      "  - 'A third: between them'\n  - Open questions answered by those who can answer them\n",
  );
  await editor(page)
    .getByRole('button', { name: /^Remove Point/ })
    .click();
  await save(page);
  expect(site.read(STAGE)).not.toContain('A third');
});

test('a section can be moved and hidden, and shown again', EXHAUSTIVE, async ({ page, site }) => {
  const ORDER = 'content/home/order.yaml';
  await edit(page, site);
  await open(page, page.getByRole('heading', { name: 'AI built into the everyday work' }), 'Heading');
  const down = editor(page).getByRole('button', { name: 'Move this section down' });
  await expect(down).toBeVisible();
  // Clicking the text again opens the same form.
  await page.locator('#ai-saas h2').click();
  await down.click();
  await expect(page.locator('#how-it-works ~ #ai-saas')).toHaveCount(1);
  // The page follows it.
  await expect(page.locator('#ai-saas h2')).toBeInViewport();
  await expect(down).toBeFocused();
  expect(changedLines(site.git('diff', '--unified=0'))).toEqual(['-  - section: features', '+  - section: features']);

  await editor(page).getByRole('button', { name: 'Hide it' }).click();
  await expect(page.locator('#ai-saas')).toHaveCount(0);
  await expect(editor(page).getByText('This section is hidden')).toBeVisible();
  await openTask(page, 'All content');
  await editor(page)
    .getByRole('button', { name: /^AI built into the everyday work ?Hidden/ })
    .click();
  await editor(page).getByRole('button', { name: 'Show it' }).click();
  await expect(page.locator('#ai-saas')).toHaveCount(1);
  expect(site.read(ORDER)).not.toMatch(/^ +hidden/m);
});

test('a section that links lead to is not hidden: the links are listed', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await open(page, page.getByRole('heading', { name: 'From the first webinar to a result' }), 'Heading');
  await editor(page).getByRole('button', { name: 'Hide it' }).click();
  const refused = editor(page).getByRole('group', { name: /^Not hidden: \d+ problems to fix$/ });
  await expect(refused).toContainText('“Every page · Company, figures and menus”');
  expect(site.git('status', '--porcelain')).toBe('');
  await refused
    .getByRole('button', { name: /The link "Programs"/ })
    .first()
    .click();
  await expect(field(page, 'Where it leads')).toHaveValue('/#programs');
});

test('a card can be hidden, and shown again', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  const card = page.getByRole('heading', { name: 'University talent', exact: true });
  await open(page, card, 'Title');
  await editor(page)
    .getByRole('button', { name: /^Hide: Item/ })
    .click();
  await expect(editor(page).getByText(/entry \d of \d, hidden/)).toBeVisible();
  await save(page);
  await expect(card).toHaveCount(0);
  await editor(page)
    .getByRole('button', { name: /^Show: Item/ })
    .click();
  await save(page);
  await expect(card).toBeVisible();
  expect(site.git('status', '--porcelain')).toBe('');
});

test('a publication can be copied and deleted', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site, '/research');
  await openTask(page, 'All content');
  await editor(page)
    .getByRole('button', { name: 'Duplicate: Where automation saves work, and where it moves it' })
    .click();
  await field(page, 'Name of the file').fill('When students leave');
  await editor(page).getByRole('button', { name: 'Create' }).click();
  await expect(field(page, 'Name of the file')).toHaveAccessibleDescription(/Name must be lowercase letters/);
  await field(page, 'Name of the file').fill('handover');
  await field(page, 'Title').fill('When the students leave');
  await editor(page).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'When the students leave' })).toBeVisible();
  expect(site.git('status', '--porcelain')).toBe('?? content/research/publications/handover.mdx\n');
  await openTask(page, 'All content');
  await editor(page).getByRole('button', { name: 'Delete: When the students leave' }).click();
  await editor(page).getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByRole('heading', { name: 'When the students leave' })).toHaveCount(0);
  expect(site.git('status', '--porcelain')).toBe('');
});

test(
  'a new publication gets its file name from the title, and all mistakes are reported at once',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site, '/research');
    await openTask(page, 'All content');
    await editor(page).getByRole('button', { name: 'New in Publications' }).click();
    await field(page, 'Title').fill('What stays: a study');
    await expect(field(page, 'Name of the file')).toHaveValue('what-stays-a-study');
    await page.reload();
    await expect(field(page, 'Name of the file')).toHaveValue('what-stays-a-study');
    await field(page, 'Date').fill('March 2027');
    await editor(page).getByRole('button', { name: 'Create' }).click();
    await expect(field(page, 'Date')).toHaveAccessibleDescription(/Must be a quarter. For example: Q2 2027/);
    await expect(field(page, 'Description')).toHaveAccessibleDescription(/Is empty. Write the text/);
    await expect(field(page, 'A person')).toHaveAccessibleDescription(/^Is empty\. Write the text[^.]*\. 0 \/ 60$/);
    expect(await findInaccessible(page, undefined, ['site-editor'])).toEqual([]);
    await field(page, 'Date').fill('Q2 2027');
    await field(page, 'Description').fill('What is left when a project is over.');
    await field(page, 'A person').fill('Somebody');
    await editor(page).getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'What stays: a study' })).toBeVisible();
    expect(site.git('status', '--porcelain')).toBe('?? content/research/publications/what-stays-a-study.mdx\n');
  },
);

test('a picture and a button can be inserted into a text', EXHAUSTIVE, async ({ page, site }) => {
  const { default: sharp } = await import('sharp');
  const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
  await edit(page, site);
  await page.getByText('Companies have work that never reaches').click();
  await editor(page).getByRole('button', { name: 'Insert a picture after it' }).click();
  await editor(page).getByRole('button', { name: 'Insert', exact: true }).click();
  const file = editor(page).getByLabel('Picture', { exact: true });
  await expect(file).toHaveAccessibleDescription(/Choose a picture first/);
  await expect(field(page, 'What the picture shows')).toHaveAccessibleDescription(/Write what the picture shows/);
  await file.setInputFiles({ name: 'Team photo.png', mimeType: 'image/png', buffer });
  await expect(editor(page).getByText('1600 × 900 px')).toBeVisible();
  await expect(file).not.toHaveAccessibleDescription(/Choose a picture first/);
  await field(page, 'What the picture shows').fill('The team at work');
  await editor(page).getByRole('button', { name: 'Insert', exact: true }).click();
  await save(page);
  await expect(page.getByRole('img', { name: 'The team at work' })).toBeVisible();
  expect(site.read(INTRODUCTION)).toContain('\n\n![The team at work](/pictures/team-photo.webp)\n\n');

  await field(page, 'Caption').fill('After the launch');
  await save(page);
  await editor(page).getByRole('button', { name: 'Insert a button after it' }).click();
  await save(page);
  await expect(page.getByRole('figure').getByText('After the launch')).toBeVisible();
  const section = page.locator('section').filter({ hasText: 'After the launch' });
  await expect(section.getByRole('button', { name: 'Book a Strategic Call' })).toBeVisible();
});

test('the words of a dialog can be edited in place', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await editor(page).getByRole('button', { name: 'Browse' }).click();
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a Strategic Call' });
  await expect(dialog.locator('form[data-ready]')).toBeVisible();
  await editor(page).getByRole('button', { name: 'Edit', exact: true }).click();
  // Click on the word, not on “(optional)” next to it, which comes from another file.
  await dialog.locator('label', { hasText: 'Company' }).click({ position: { x: 8, y: 8 } });
  await expect(field(page, 'Label')).toHaveValue('Company');
  await field(page, 'Label').fill('Company or university');
  await save(page);
  expect(changedLines(site.git('diff', '--unified=0'))).toEqual([
    '-    label: Company',
    '+    label: Company or university',
  ]);
});

test(
  'a text of a dialog is found by any of its words, also those beside a range of numbers',
  EXHAUSTIVE,
  async ({ page, site }) => {
    await edit(page, site);
    await editor(page).getByRole('button', { name: 'Browse' }).click();
    await page.getByRole('button', { name: 'Talk to AI Agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Talk to our AI agent' });
    await expect(dialog).toBeVisible();
    // The editor sets an attribute on what it focuses, which React must not find when it takes over the page.
    await expect(dialog.locator('form[data-ready]')).toBeVisible();
    await editor(page).getByRole('button', { name: 'Edit', exact: true }).click();
    for (const words of [dialog.locator('[data-range]'), dialog.getByText('The call takes about')]) {
      await words.click({ position: { x: 8, y: 8 } });
      await expect(field(page, 'Recording')).toHaveValue(/about \{assistant-call\}\. By starting/);
      await editor(page).getByRole('button', { name: 'Close' }).click();
    }
  },
);

test('links work in Browse and open a form in Edit', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  // Its text and its target are the same value.
  await page.getByRole('contentinfo').getByRole('link', { name: /^\+/ }).click();
  await expect(field(page, 'Phone')).toHaveCount(1);
  const link = page.getByRole('banner').getByRole('link', { name: 'AI Portfolio' });
  await link.click();
  await expect(field(page, 'Label')).toHaveValue('AI Portfolio');
  expect(new URL(page.url()).pathname).toBe('/');
  await editor(page).getByRole('button', { name: 'Browse' }).click();
  await link.click();
  await expect(page).toHaveURL(`${site.origin}/ai-portfolio`);
});

test('changes are proposed on a new branch', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  await open(page, headline(page), 'Heading');
  await field(page, 'Heading').fill('A headline to propose');
  await save(page);
  await openTask(page, /^Propose/);
  await expect(editor(page).getByText('1 difference')).toBeVisible();
  await expect(editor(page).getByText('A headline to propose', { exact: true })).toBeVisible();
  await editor(page).getByRole('button', { name: 'Propose these changes' }).click();
  await expect(editor(page).getByText(/git push -u origin words\//)).toBeVisible();
  expect(site.git('log', '--format=%s', 'main..HEAD')).toMatch(/^Edit Home page: /);
  expect(site.git('diff', '--stat', 'main..HEAD')).toContain('1 file changed');
});

test('everything works by keyboard', EXHAUSTIVE, async ({ page, site }) => {
  await edit(page, site);
  const toBar = editor(page).getByRole('button', { name: 'Edit', exact: true });
  await toBar.focus();
  const texts = editor(page).getByRole('button', { name: 'Texts on this page' });
  for (let presses = 0; presses < 6 && !(await texts.evaluate((button) => button.matches(':focus'))); presses++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const row = editor(page).getByRole('button', { name: /^Heading ?Custom software/ });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Heading')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(headline(page)).toHaveText('By keyboard');
  await expect(field(page, 'Heading')).toBeFocused();
  // The page may be about to reload with the open form.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(field(page, 'Heading')).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(editor(page).locator(':focus')).toHaveCount(1);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing in any panel, ${colorScheme}`, EXHAUSTIVE, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await edit(page, site);
    const clean = async (what: string) =>
      expect(await findInaccessible(page, undefined, ['site-editor']), what).toEqual([]);
    await clean('the bar');
    await headline(page).click();
    await expect(field(page, 'Heading')).toBeFocused();
    await clean('a form');
    await field(page, 'Heading').fill('');
    await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(field(page, 'Heading')).toHaveAttribute('aria-invalid', 'true');
    await clean('a mistake');
    await editor(page).getByRole('button', { name: 'All fields of this entry' }).click();
    await expect(field(page, 'Badge')).toBeVisible();
    await clean('all fields');
    for (const task of ['Texts on this page', 'All content', 'Last saves', /^Propose/]) {
      await openTask(page, task);
      await expect(editor(page).getByRole('heading', { level: 2, name: task })).toBeVisible();
      await clean(String(task));
    }
  });
