import { editor } from '../setup/editor.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import {
  branches,
  changedLines,
  EDIT,
  field,
  holdCommits,
  panel,
  paste,
  propose,
  row,
  save,
  signIn,
  test,
} from './edit-anywhere.ts';
import { expect, findInaccessible, running } from './fixtures.ts';

const HEADING = 'Custom software and automation, built with university talent';
const token = (page: Parameters<typeof panel>[0]) => page.getByLabel('Token', { exact: true });

test(
  'a wrong token and one that lacks rights are told apart',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    // The browser lists answers with such a status.
    expectedErrors.push(/status of 401/, /status of 403/);
    await page.goto(EDIT);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(token(page)).toHaveAccessibleDescription(/Paste your token\./);
    await paste(page, 'github_pat_wrong');
    await expect(token(page)).toHaveAccessibleDescription(/GitHub does not accept this token/);
    await expect(token(page)).toBeFocused();
    expect(await findInaccessible(page)).toEqual([]);

    await paste(page, codeHost.person({ rights: { contents: 'read', pull_requests: 'none' } }).token);
    const lacking = page.getByRole('list').filter({ hasText: 'Contents: read and write' });
    await expect(lacking.getByRole('listitem')).toHaveCount(2);
    expect(await findInaccessible(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await paste(page, codeHost.person().token);
    await expect(editor(page).getByRole('searchbox')).toBeVisible();
  },
);

test(
  'a session that ends keeps what was written, and goes on there after signing in again',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    expectedErrors.push(/status of 401/);
    await signIn(page, codeHost.person().token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('Half an idea');
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 401,
        headers: { 'access-control-allow-origin': '*' },
        json: { message: 'Bad credentials' },
      }),
    );
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'GitHub has ended this sign-in' })).toBeVisible();
    await page.unroute('**/graphql');
    await paste(page, codeHost.person().token);
    await expect(field(page, 'Heading')).toHaveValue('Half an idea');
    await save(page);
    expect(branches(codeHost)).toHaveLength(1);
  },
);

test('after a reload, the proposal of before goes on', EXHAUSTIVE, async ({ page, codeHost }) => {
  const ada = codeHost.person();
  await signIn(page, ada.token);
  await row(page, new RegExp(`^${HEADING}`)).click();
  await field(page, 'Heading').fill('The first words');
  await save(page);
  await page.reload();
  await paste(page, ada.token);
  await expect(row(page, /^The first words/)).toBeVisible();
  await expect(editor(page).getByText('Continue an earlier proposal?')).toHaveCount(0);
  await field(page, 'Heading').fill('More words');
  await save(page);
  expect(branches(codeHost)).toHaveLength(1);
});

test(
  'a page that fails says so, and begins again without what the tab remembers',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    const { token } = codeHost.person();
    await signIn(page, token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('Half an idea');
    // As another version of the editor could have left it.
    expectedErrors.push(/./);
    await page.evaluate(() => sessionStorage.setItem('edit-room/panel', '{"kind":"form","file":"x","paths":1}'));
    await page.reload();
    await paste(page, token);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.getByRole('button', { name: 'Load this page again' }).click();
    await paste(page, token);
    await editor(page).getByRole('region', { name: 'Not saved yet' }).getByRole('button').click();
    await expect(field(page, 'Heading')).toHaveValue('Half an idea');
  },
);

test('what is not saved survives a closed tab, and being offline', EXHAUSTIVE, async ({ page, context, codeHost }) => {
  await signIn(page, codeHost.person().token);
  await row(page, new RegExp(`^${HEADING}`)).click();
  await context.setOffline(true);
  await expect(editor(page).getByText('You are offline.', { exact: false })).toBeVisible();
  await field(page, 'Heading').fill('Written on a train');
  await context.setOffline(false);
  await expect(editor(page).getByText('You are offline.', { exact: false })).toHaveCount(0);
  await page.close();

  const again = await context.newPage();
  await signIn(again, codeHost.person().token);
  await editor(again).getByRole('region', { name: 'Not saved yet' }).getByRole('button').click();
  await expect(field(again, 'Heading')).toHaveValue('Written on a train');
});

test('undoing a save keeps what is typed in its entry and not saved', EXHAUSTIVE, async ({ page, codeHost }) => {
  await signIn(page, codeHost.person().token);
  await row(page, new RegExp(`^${HEADING}`)).click();
  const badge = await field(page, 'Badge').inputValue();
  await field(page, 'Badge').fill('Saved');
  await save(page);
  await field(page, 'Heading').fill('Not saved yet');
  await editor(page).getByRole('button', { name: 'Last saves' }).click();
  await panel(page)
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect(panel(page).getByText('Undone', { exact: true })).toBeVisible();
  await row(page, new RegExp(`^${HEADING}`)).click();
  await expect(field(page, 'Heading')).toHaveValue('Not saved yet');
  await expect(field(page, 'Badge')).toHaveValue(badge);
});

test(
  'what two tabs save of one entry at the same time is all kept',
  EXHAUSTIVE,
  async ({ page, context, codeHost }) => {
    const { token: given } = codeHost.person();
    await signIn(page, given);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Badge').fill('Saved before');
    await save(page);
    const other = await context.newPage();
    await other.goto(EDIT);
    await paste(other, given);
    await editor(other)
      .getByRole('region', { name: 'Continue an earlier proposal?' })
      .getByRole('listitem')
      .first()
      .getByRole('button')
      .click();
    await row(other, new RegExp(`^${HEADING}`)).click();
    await expect(field(other, 'Badge')).toHaveValue('Saved before');

    const { arrived, goOn } = await holdCommits(page);
    await field(page, 'Badge').fill('From one tab');
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await arrived;
    await expect(field(other, 'Badge')).toHaveValue('From one tab');
    await field(other, 'Heading').fill('From the other tab');
    await other.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('createCommitOnBranch')) {
        goOn();
        // The other commit is there first.
        await expect(panel(page).getByText(/^Saved/)).toBeVisible();
      }
      return route.fallback();
    });
    await panel(other).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor(other).getByText('Another tab has saved first.', { exact: false }).first()).toBeVisible();
    await expect(field(other, 'Heading')).toHaveValue('From the other tab');
    await save(other);
    const [branch = ''] = branches(codeHost);
    const text = codeHost.read(branch, 'content/home/hero.mdx');
    expect(text).toMatch(/^badge: '?From one tab'?$/m);
    expect(text).toContain('heading: From the other tab');
  },
);

test(
  'what is typed into an entry that was opened again during its save is kept',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    // Tokens can't be given the right to read check runs.
    expectedErrors.push(/status of 403/);
    await signIn(page, codeHost.person().token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Badge').fill('Proposed');
    await save(page);
    await propose(page, 'Clearer words');
    await row(page, new RegExp(`^${HEADING}`)).click();
    const [arrived, goOn] = [Promise.withResolvers(), Promise.withResolvers()];
    let isCommitted = false;
    await page.route('**/graphql', (route) => {
      isCommitted ||= route.request().postData()?.includes('createCommitOnBranch') ?? false;
      return route.fallback();
    });
    // What has become of the proposal is asked after the commit.
    await page.route('**/pulls?**', async (route) => {
      if (!isCommitted) return route.fallback();
      arrived.resolve(undefined);
      await goOn.promise;
      return route.fallback();
    });
    await field(page, 'Badge').fill('Saved');
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await arrived.promise;
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('Typed during the save');
    goOn.resolve(undefined);
    await expect(panel(page).getByText('Saved. What you wrote since then is not saved yet.')).toBeVisible();
    await expect(field(page, 'Heading')).toHaveValue('Typed during the save');
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel(page).getByText('Saved.', { exact: true })).toBeVisible();
    const [branch = ''] = branches(codeHost);
    expect(codeHost.read(branch, 'content/home/hero.mdx')).toContain('Typed during the save');
  },
);

test(
  'a new paragraph that is saved half written can be typed on in its field',
  EXHAUSTIVE,
  async ({ page, codeHost }) => {
    await signIn(page, codeHost.person().token);
    await row(page, /^Terms of Service/).click();
    const paragraph = field(page, /^Paragraph \(2 of/);
    const words = await paragraph.inputValue();
    const { arrived, goOn } = await holdCommits(page);
    await paragraph.fill(`${words}\n\nA new paragr`);
    await paragraph.press('Control+s');
    await arrived;
    await paragraph.press('Control+End');
    await paragraph.pressSequentially('aph');
    goOn();
    await expect(panel(page).getByText('Saved. What you wrote since then is not saved yet.')).toBeVisible();
    await expect(paragraph).toBeFocused();
    await paragraph.pressSequentially(', and its end.');
    await expect(paragraph).toHaveValue(`${words}\n\nA new paragraph, and its end.`);
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel(page).getByText('Saved.', { exact: true })).toBeVisible();
    await paragraph.pressSequentially(' More.');
    await expect(paragraph).toHaveValue(`${words}\n\nA new paragraph, and its end. More.`);
    await save(page);
    const [branch = ''] = branches(codeHost);
    expect(changedLines(codeHost, branch).filter((line) => line.includes('A new'))).toEqual([
      '+A new paragraph, and its end. More.',
    ]);
  },
);

test('what is typed into a new entry while it is created is kept', EXHAUSTIVE, async ({ page, codeHost }) => {
  await signIn(page, codeHost.person().token);
  const { arrived, goOn } = await holdCommits(page);
  await editor(page).getByRole('button', { name: 'New in Publications' }).click();
  await panel(page).getByLabel('Start from').selectOption({ index: 1 });
  await field(page, 'Title').fill('A new stage');
  await panel(page).getByRole('button', { name: 'Create', exact: true }).click();
  await arrived;
  await field(page, 'Title').fill('Another title');
  goOn();
  await expect(
    panel(page).getByText(/^Created: A new stage\. What you wrote since then is not saved yet\.$/),
  ).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Another title');
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel(page).getByText('Saved.', { exact: true })).toBeVisible();
  const [branch = ''] = branches(codeHost);
  expect(changedLines(codeHost, branch)).toContain('+title: Another title');
});

test(
  'what somebody else has written about a proposal is shown before it is replaced',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    expectedErrors.push(/status of 403/);
    const ada = codeHost.person();
    await signIn(page, ada.token);
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Badge').fill('Proposed');
    await save(page);
    await propose(page, 'Clearer words');
    await page.setViewportSize({ width: 390, height: 600 });
    await panel(page).getByRole('button', { name: 'Change its title and description' }).click();
    await field(page, /^What it changes/).fill('Even clearer words');
    await ada.rest('PATCH', 'pulls/1', { body: 'Not before May.' });
    const send = panel(page).getByRole('button', { name: 'Change them' });
    await send.click();
    await expect(panel(page).getByRole('alert')).toContainText('It says now: “Clearer words / Not before May.”');
    await expect(panel(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
    await send.click();
    await expect(panel(page).getByRole('heading', { name: 'Even clearer words' })).toBeVisible();
  },
);

test('a text from a preview opens in the tab that is signed in', EXHAUSTIVE, async ({ page, context, codeHost }) => {
  await signIn(page, codeHost.person().token);
  const click = async (path: string) => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => open(address, '_blank', 'noopener'), `${EDIT}#content/home/hero.mdx:/${path}`),
    ]);
    await expect(tab.getByRole('heading', { name: 'Opened in your other tab' })).toBeVisible();
    return tab;
  };
  const first = await click('heading');
  const second = await click('lead');
  await expect(field(page, 'Lead')).toBeVisible();
  await expect.poll(() => first.isClosed()).toBe(true);
  await second.getByRole('button', { name: 'Sign in here instead' }).click();
  await expect(token(second)).toBeVisible();
});

test('somebody without a mouse changes a text and proposes it', EXHAUSTIVE, async ({ page, codeHost }) => {
  await page.goto(EDIT);
  const { token: given } = codeHost.person();
  await token(page).focus();
  await page.keyboard.type(given);
  await page.keyboard.press('Enter');
  const search = editor(page).getByRole('searchbox');
  await search.focus();
  await page.keyboard.type('built with university talent');
  await expect(
    editor(page)
      .getByRole('status')
      .filter({ hasText: /^Found/ }),
  ).toBeVisible();
  const wanted = row(page, new RegExp(`^${HEADING}`));
  for (let at = 0; at < 6 && !(await wanted.evaluate((one) => one.matches(':focus'))); at += 1)
    await page.keyboard.press('Tab');
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Badge')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Typed');
  await page.keyboard.press('Control+s');
  await expect(panel(page).getByText(/^Saved/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wanted).toBeFocused();
});

test('with the App, GitHub sends somebody back signed in, to the text they came for', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${EDIT}#content/home/hero.mdx:/badge`);
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await expect(page).toHaveURL((url) => url.origin === running.codeHostUrl);
  await page.getByRole('button', { name: /Allow/ }).click();
  await expect(field(page, 'Badge')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await editor(page)
    .getByRole('button', { name: /^Account/ })
    .click();
  await editor(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
});
