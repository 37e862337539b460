import { editor } from '../setup/editor.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import {
  branches,
  changedFiles,
  changedLines,
  EDIT,
  field,
  openProposal,
  panel,
  paste,
  propose,
  row,
  save,
  signIn,
  test,
} from './edit-anywhere.ts';
import { expect, findInaccessible } from './fixtures.ts';

const HERO = 'content/home/hero.mdx';
const HEADING = 'Custom software and automation, built with university talent';
/** Tokens can't be given the right to read check runs, and the browser lists the refusal. */
const RUNS = /status of 403/;
const button = (page: Parameters<typeof panel>[0], name: string | RegExp) => panel(page).getByRole('button', { name });

test(
  'six edits of six kinds are six commits, and the branch differs in just these places',
  EXHAUSTIVE,
  async ({ page, codeHost }) => {
    await signIn(page, codeHost.person().token);

    // A field.
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Badge').fill('Trusted by {trusted-by} teams');
    await save(page);

    // A paragraph.
    await row(page, /^One bridge, two sides/).click();
    await field(page, /^Paragraph \(2 of/).fill('We run the project that joins both sides.');
    await save(page);

    // A figure, which shows where it is used.
    await row(page, /^Company, figures and menus/).click();
    const figure = panel(page).getByRole('group', { name: 'Response time' });
    await expect(figure).toContainText('A change shows in 8 other entries');
    await figure.getByRole('textbox', { name: 'Value' }).fill('72-hour');
    await save(page);

    // The order of a list.
    await row(page, new RegExp(`^${HEADING}`)).click();
    await button(page, 'Move up: Route 2').click();
    await save(page);

    // A section that is not shown.
    await row(page, /^AI built into the everyday work/).click();
    await button(page, 'Hide it').click();
    await expect(button(page, 'Show it')).toBeVisible();

    // A file less.
    await row(page, /^Student teams and production software/).click();
    await button(page, /^Delete/).click();
    await button(page, 'Delete it').click();
    await expect(
      editor(page)
        .getByText(/^Deleted: Student teams/)
        .first(),
    ).toBeVisible();

    const [branch = ''] = branches(codeHost);
    expect(codeHost.git('rev-list', '--count', `main..${branch}`).trim()).toBe('6');
    expect(changedFiles(codeHost, branch)).toEqual([
      'M\tcontent/home/hero.mdx',
      'M\tcontent/home/introduction.mdx',
      'M\tcontent/home/order.yaml',
      'D\tcontent/research/publications/student-teams.mdx',
      'M\tcontent/site.yaml',
    ]);
    const lines = changedLines(codeHost, branch);
    expect(lines).toEqual(
      expect.arrayContaining([
        "-badge: 'Trusted by {trusted-by} companies and universities'",
        "+badge: 'Trusted by {trusted-by} teams'",
        '-  - Campus',
        '+  - Campus',
        '+We run the project that joins both sides.',
        '+    hidden: true',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('+'))).toHaveLength(5);

    // Each can be undone.
    await editor(page).getByRole('button', { name: 'Last saves' }).click();
    await expect(panel(page).getByRole('listitem')).toHaveCount(6);
    await button(page, /^Undo: .*Student teams/).click();
    await expect(panel(page).getByText('Undone', { exact: true })).toBeVisible();
    expect(codeHost.read(branch, 'content/research/publications/student-teams.mdx')).toContain('Student teams');
  },
);

test(
  'if somebody else has changed the same text first, both versions are shown and neither is lost',
  EXHAUSTIVE,
  async ({ page, codeHost }) => {
    const ada = codeHost.person();
    await signIn(page, ada.token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Badge').fill('First');
    await save(page);
    const [branch = ''] = branches(codeHost);

    await field(page, 'Heading').fill('Mine');
    const text = codeHost.read(branch, HERO);
    await codeHost.person({ login: 'ben' }).commit(branch, { [HERO]: text.replace(HEADING, 'Theirs') });
    await button(page, 'Save').click();
    const versions = panel(page).getByRole('region', { name: 'Heading' });
    await expect(versions).toContainText('Mine');
    await expect(versions).toContainText('Theirs');
    expect(codeHost.read(branch, HERO)).toContain('heading: Theirs');

    await versions.getByRole('button', { name: /^Keep mine/ }).click();
    await expect(field(page, 'Heading')).toHaveValue('Mine');
    await expect(panel(page).getByText('Press Save to keep it.')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Save', exact: true })).toBeFocused();
    await save(page);
    expect(codeHost.read(branch, HERO)).toContain('heading: Mine');
    expect(codeHost.git('log', '--format=%s', branch)).toContain('Change words');
  },
);

test('what fits is saved although somebody else has changed another file', EXHAUSTIVE, async ({ page, codeHost }) => {
  await signIn(page, codeHost.person().token);
  await row(page, new RegExp(`^${HEADING}`)).click();
  await field(page, 'Badge').fill('First');
  await save(page);
  const [branch = ''] = branches(codeHost);
  const file = 'content/emails/unsubscribe.yaml';
  const note = `# A note\n${codeHost.read(branch, file)}`;
  await codeHost.person({ login: 'ben' }).commit(branch, { [file]: note, 'package.json': '{}' });
  await field(page, 'Heading').fill('Mine');
  await save(page);
  expect(codeHost.read(branch, HERO)).toContain('heading: Mine');
  expect(codeHost.read(branch, file)).toMatch(/^# A note/);
  await openProposal(page);
  await expect(panel(page).getByText('A developer has to review it:')).toBeVisible();
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'package.json' })).toBeVisible();
});

test('a new publication gets a page and a picture', EXHAUSTIVE, async ({ page, codeHost }) => {
  await signIn(page, codeHost.person().token);
  const begin = editor(page).getByRole('button', { name: 'New in Publications' });
  const unsaved = editor(page).getByRole('region', { name: 'Not saved yet' });
  await begin.click();
  await field(page, 'Title').fill('Never mind');
  await expect(unsaved).toBeVisible();
  await row(page, /^Student teams and production software/).click();
  await button(page, /^Duplicate/).click();
  await expect(editor(page).getByText('You have begun this entry.', { exact: false }).first()).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Never mind');
  await button(page, /^Discard$/).click();
  await button(page, 'Discard what I wrote').click();
  await expect(unsaved).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);

  await row(page, /^Student teams and production software/).click();
  await button(page, /^Duplicate/).click();
  await expect(field(page, 'Title')).toHaveValue(/^Student teams/);
  await begin.click();
  await expect(field(page, 'Title')).toHaveValue('');
  await button(page, 'Create').click();
  const name = field(page, 'Name of the file');
  await expect(name).toHaveAccessibleDescription(/Give it a name/);
  await expect(field(page, 'Title')).toHaveAccessibleDescription(/Is empty/);
  await field(page, 'Title').fill('What stays: a study');
  await expect(name).toHaveValue('what-stays-a-study');
  await expect(name).toHaveAccessibleDescription(/^It|^If/);
  await field(page, 'Date').fill('March 2027');
  await button(page, 'Create').click();
  await expect(field(page, 'Date')).toHaveAccessibleDescription(/Must be a quarter/);
  expect(branches(codeHost)).toEqual([]);
  await field(page, 'Date').fill('Q2 2027');
  await field(page, 'Description').fill('What is left when a project is over.');
  await field(page, 'A person').fill('Somebody');
  // Its text can be written before it is there: a published one needs it.
  await button(page, 'Add a paragraph').click();
  await field(page, /^Paragraph/).fill('Here is the team.');
  await button(page, 'Create').click();
  await expect(panel(page).getByRole('heading', { name: 'What stays: a study' })).toBeVisible();
  await expect(panel(page).getByText('Not on the site yet')).toBeVisible();

  await button(page, 'Insert a picture after it').click();
  const png = await page.screenshot();
  await panel(page)
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'Team photo.png', mimeType: 'image/png', buffer: png });
  await field(page, 'What the picture shows').fill('The team at work');
  await panel(page).getByRole('button', { name: 'Insert', exact: true }).click();
  const shown = panel(page).locator('img.preview');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await save(page);

  const [branch = ''] = branches(codeHost);
  const [text, picture] = changedFiles(codeHost, branch);
  expect(text).toBe('A\tcontent/research/publications/what-stays-a-study.mdx');
  expect(picture).toMatch(/^A\tpublic\/pictures\/team-photo\.(?:webp|png|jpg)$/);
  expect(codeHost.read(branch, 'content/research/publications/what-stays-a-study.mdx')).toMatch(
    /Here is the team\.\n\n!\[The team at work\]\(\/pictures\/team-photo\.\w+\)\n/,
  );
  expect(codeHost.git('cat-file', '-s', `${branch}:${picture?.slice(2)}`).trim()).toMatch(/^[1-9]\d+$/);
});

test(
  'a text that a build would stop at can’t be saved, and says what to do',
  EXHAUSTIVE,
  async ({ page, codeHost }) => {
    await signIn(page, codeHost.person().token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('');
    await field(page, 'Heading').press('Control+s');
    const problems = panel(page).getByRole('group', { name: 'Not saved: one problem to fix' });
    await expect(problems).toContainText(/is empty/);
    await expect(field(page, 'Heading')).toBeFocused();
    await field(page, 'Heading').fill('A heading');
    await panel(page).getByRole('textbox', { name: 'Where it leads' }).fill('/no-such-page');
    await button(page, 'Save').click();
    await expect(panel(page).getByRole('group', { name: /^Not saved/ })).toContainText('/no-such-page');
    expect(branches(codeHost)).toEqual([]);
  },
);

test(
  'the checks and the preview of a proposal come without a click, with the sentence of the build',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    expectedErrors.push(RUNS);
    await signIn(page, codeHost.person().token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('Shorter');
    await save(page);
    await propose(page, 'Shorten the heading');
    const checks = panel(page).getByRole('status', { name: 'Checks and preview' });
    await expect(checks).toContainText('The preview comes when');
    const [branch = ''] = branches(codeHost);
    const status = (state: 'pending' | 'failure', description: string) =>
      codeHost.reportStatus(codeHost.head(branch), { context: 'build', state, description });
    status('pending', 'Building');
    await expect(checks).toContainText('running', { timeout: 20_000 });
    status('failure', 'content/home/hero.mdx: the link /nowhere leads to no page.');
    await expect(checks).toContainText('the link /nowhere leads to no page.', { timeout: 20_000 });

    // What is saved later is added, and checked anew.
    await row(page, /^Shorter/).click();
    await field(page, 'Heading').fill('Shorter still');
    await save(page);
    await openProposal(page);
    await expect(panel(page)).toContainText('Shorter still');
    await expect(checks).not.toContainText('/nowhere');
  },
);

test('two people see what the other is changing', EXHAUSTIVE, async ({ page, codeHost }) => {
  const ben = codeHost.person({ login: 'ben' });
  await ben.branch('words/2026-01-01-hero');
  await ben.commit('words/2026-01-01-hero', {
    [HERO]: codeHost.read('main', HERO).replace(HEADING, 'What Ben thinks'),
  });
  await ben.rest('POST', 'pulls', {
    title: 'Say it as Ben would',
    head: 'words/2026-01-01-hero',
    base: 'main',
    body: '',
    draft: true,
  });
  await signIn(page, codeHost.person().token);
  await row(page, new RegExp(`^${HEADING}`)).click();
  await expect(panel(page).getByRole('note')).toContainText('ben is changing this entry, too: Say it as Ben would');
  await row(page, /^One bridge, two sides/).click();
  await expect(panel(page).getByRole('note')).toHaveCount(0);
  await openProposal(page);
  await expect(panel(page).getByRole('region', { name: 'Proposals of other people' })).toContainText(
    'Say it as Ben would',
  );
});

test(
  'an earlier proposal is continued, and another one begun',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    expectedErrors.push(RUNS);
    const { token } = codeHost.person();
    await signIn(page, token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('First idea');
    await save(page);
    await openProposal(page);
    await field(page, /^What it changes/).fill('My first idea');
    // What was typed is there again after a look at something else.
    await row(page, /^First idea/).click();
    await openProposal(page);
    await expect(field(page, /^What it changes/)).toHaveValue('My first idea');
    await button(page, 'Propose these changes').click();
    await expect(panel(page).getByRole('heading', { name: 'My first idea' })).toBeVisible();

    // As in a tab that has not worked on it.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await page.goto(`${EDIT}#${HERO}:/badge`);
    await paste(page, token);
    const offer = editor(page).getByRole('region', { name: 'Continue an earlier proposal?' });
    await expect(offer.getByRole('heading')).toBeFocused();
    // Nothing can be saved before it is answered.
    await expect(editor(page).getByRole('searchbox')).toHaveCount(0);
    expect(await findInaccessible(page, undefined, ['site-editor'])).toEqual([]);
    await offer.getByRole('button', { name: /^My first idea/ }).click();
    await expect(row(page, /^First idea/)).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(field(page, 'Badge')).toBeVisible();

    await openProposal(page);
    await button(page, 'Begin a new proposal').click();
    await expect(row(page, new RegExp(`^${HEADING}`))).toBeVisible();
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('Second idea');
    await save(page);
    expect(branches(codeHost)).toHaveLength(2);

    await page.evaluate(() => sessionStorage.clear());
    await page.goto(EDIT);
    await paste(page, token);
    await expect(offer.getByRole('listitem')).toHaveCount(2);
    await offer.getByRole('button', { name: 'No, begin a new one' }).click();
    await expect(row(page, new RegExp(`^${HEADING}`))).toBeVisible();
  },
);

test(
  'what is pasted keeps its bold words and links, and nothing in it runs',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    // The browser reports what it drops.
    expectedErrors.push(/inline style/, /inline event handler/);
    await signIn(page, codeHost.person().token);
    await row(page, /^One bridge, two sides/).click();
    const text = field(page, /^Paragraph \(2 of/);
    await text.fill('');
    await text.evaluate((box) => {
      const clipboardData = new DataTransfer();
      const html =
        '<span style="font-weight: 700">All</span> of <a href="https://example.com">it</a>' +
        '<img src="/x" onerror="document.documentElement.dataset.ran = 1"><script>document.documentElement.dataset.ran = 1</script>';
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', 'All of it');
      box.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    });
    await expect(text).toHaveValue('**All** of [it](https://example.com)');
    await save(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-ran');
  },
);
