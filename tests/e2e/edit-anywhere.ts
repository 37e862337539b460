import type { Locator, Page } from 'playwright/test';
import { editor } from '../setup/editor.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { startCodeHost, type TestCodeHost } from '../setup/code-host.ts';
import { expect, running, test as base } from './fixtures.ts';

export const EDIT = `${running.siteUrl}/edit`;

/** A test whose browser gets its own code host at the address of the site's. Main holds the words of the site. */
export const test = base.extend<{ codeHost: TestCodeHost }>({
  // The browser lists the answers to the questions which rights a token has.
  expectedErrors: async ({}, use) => {
    await use([/status of 422/]);
  },
  codeHost: async ({ context }, use) => {
    const codeHost = await startCodeHost({ project: projectFolder });
    await context.route(`${running.codeHostUrl}/**`, (route) =>
      route.continue({ url: route.request().url().replace(running.codeHostUrl, codeHost.url) }),
    );
    await use(codeHost);
    // Whatever a page still asks for is not asked of the site's own host.
    await Promise.all(context.pages().map((page) => page.goto('about:blank')));
    await codeHost.close();
  },
});

/** Pastes a token, and sends it. */
export async function paste(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens the editor with a token. */
export async function signIn(page: Page, token: string, fragment = ''): Promise<void> {
  await page.goto(EDIT + fragment);
  await paste(page, token);
  await expect(editor(page).getByRole('searchbox')).toBeVisible();
}

/** The row of a file in the list. */
export const row = (page: Page, title: string | RegExp): Locator =>
  editor(page).getByRole('region', { name: 'All content' }).getByRole('button', { name: title });

/** The panel that is open. */
export const panel = (page: Page): Locator => editor(page).locator('#panel');

/** A field of the open form. */
export const field = (page: Page, label: string | RegExp): Locator => panel(page).getByRole('textbox', { name: label });

/** Saves the form and waits for the confirmation. */
export async function save(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel(page).getByText(/^Saved/)).toBeVisible();
}

/** Keeps the commits of a page from the code host until `goOn` is called. */
export async function holdCommits(page: Page): Promise<{ arrived: Promise<unknown>; goOn: () => void }> {
  const [arrived, released] = [Promise.withResolvers(), Promise.withResolvers()];
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('createCommitOnBranch')) return route.fallback();
    arrived.resolve(undefined);
    await released.promise;
    return route.fallback();
  });
  return { arrived: arrived.promise, goOn: () => released.resolve(undefined) };
}

/** Opens the proposal. */
export const openProposal = (page: Page): Promise<void> =>
  editor(page)
    .getByRole('navigation')
    .getByRole('button', { name: /^Propos/ })
    .click();

/** Proposes under a title. */
export async function propose(page: Page, title: string): Promise<void> {
  await openProposal(page);
  await field(page, /^What it changes/).fill(title);
  await panel(page).getByRole('button', { name: 'Propose these changes' }).click();
  await expect(panel(page).getByRole('heading', { name: title })).toBeVisible();
}

/** The branches of proposals, newest last. */
export const branches = (codeHost: TestCodeHost): string[] =>
  codeHost
    .git('for-each-ref', '--sort=creatordate', '--format=%(refname:short)', 'refs/heads/words/')
    .split('\n')
    .filter(Boolean);

/** The lines that a branch changes, without their places: `-heading: A`, `+heading: B`. */
export const changedLines = (codeHost: TestCodeHost, branch: string): string[] =>
  codeHost
    .git('diff', '--unified=0', '--text', `main...${branch}`)
    .split('\n')
    .filter((line) => /^[-+](?![-+]{2} )/.test(line));

/** The files that a branch changes. */
export const changedFiles = (codeHost: TestCodeHost, branch: string): string[] =>
  codeHost.git('diff', '--name-status', `main...${branch}`).trim().split('\n');
