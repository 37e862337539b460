import { editor } from '../setup/editor.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import {
  branches,
  changedLines,
  EDIT,
  field,
  panel,
  paste,
  propose,
  row,
  save,
  signIn,
  test,
} from './edit-anywhere.ts';
import { expect, findInaccessible } from './fixtures.ts';

const HEADING = 'Custom software and automation, built with university talent';

test(
  'with a token, somebody changes a text, proposes it, and opens its preview',
  EXHAUSTIVE,
  async ({ page, codeHost, expectedErrors }) => {
    // Tokens can't be given the right to read check runs.
    expectedErrors.push(/status of 403/);
    const { token } = codeHost.person();
    await page.goto(EDIT);
    await paste(page, token);
    await editor(page).getByRole('searchbox').fill('built with university');
    await row(page, new RegExp(`^${HEADING}`)).click();
    await field(page, 'Heading').fill('Software that stays');
    await save(page);
    const [branch = ''] = branches(codeHost);
    expect(branch).toMatch(/^words\/ada\.\d{4}-\d\d-\d\d-/);
    expect(changedLines(codeHost, branch)).toEqual([`-heading: ${HEADING}`, '+heading: Software that stays']);

    codeHost.reportStatus(codeHost.head(branch), {
      context: 'build',
      state: 'success',
      description: 'All pages built.',
    });
    codeHost.reportDeployment(codeHost.head(branch), {
      environment: 'Preview',
      state: 'success',
      environment_url: 'https://preview.example/',
    });

    await propose(page, 'Say what stays');
    await expect(panel(page)).toContainText('Draft');
    await expect(panel(page).getByRole('link', { name: 'Open the preview' })).toHaveAttribute(
      'href',
      'https://preview.example/',
    );
    await expect(panel(page)).toContainText('All pages built.');
    await panel(page).getByRole('button', { name: 'Mark as ready for review' }).click();
    await expect(panel(page)).toContainText('Ready for review');
    expect(await findInaccessible(page, undefined, ['site-editor'])).toEqual([]);

    // The token is nowhere but in the page's memory.
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]),
    );
    expect(kept).not.toContain(token);
    await page.reload();
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue('');
  },
);

test('a text that a preview leads to opens after signing in', EXHAUSTIVE, async ({ page, codeHost }) => {
  await signIn(page, codeHost.person().token, '#content/home/hero.mdx:/badge');
  await expect(field(page, 'Badge')).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');
});
