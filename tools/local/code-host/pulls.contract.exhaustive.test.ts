import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCodeHost, type Person, type TestCodeHost } from '../../../tests/setup/code-host.ts';

let host: TestCodeHost;
let ada: Person;
let count = 0;
beforeAll(async () => {
  // More than GitHub's 80 a minute.
  host = await startCodeHost({ limits: { writes: 1000 } });
  ada = host.person();
});
afterAll(() => host.close());

interface PullBody extends Record<string, unknown> {
  number: number;
  node_id: string;
}

/** A branch with one commit, and its draft. */
async function propose(files: Record<string, string | null>): Promise<PullBody & { branch: string }> {
  const branch = `words/proposal-${(count += 1)}`;
  await ada.branch(branch);
  await ada.commit(branch, files);
  const { status, body } = await ada.rest<PullBody>('POST', 'pulls', {
    title: `Proposal ${count}`,
    head: branch,
    base: 'main',
    body: 'Before and after',
    draft: true,
  });
  expect(status).toBe(201);
  return { ...body, branch };
}

const markReady = ({ node_id }: PullBody) =>
  ada.graphql(
    'mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft state } } }',
    { id: node_id },
  );

const merge = async ({ number }: PullBody, fields: object = { merge_method: 'squash' }) => {
  const { status, body } = await ada.rest('PUT', `pulls/${number}/merge`, fields);
  return `${status} ${String(body['message'])}`;
};

/** Presses a button on the page of a pull request. */
const press = ({ number }: PullBody, what: string, origin = host.url) =>
  fetch(`${host.url}/local/site/pull/${number}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ do: what }),
    redirect: 'manual',
  });

const NEEDS_REVIEW = '405 At least 1 approving review is required by reviewers with write access.';

describe('a pull request', () => {
  it('is opened as a draft, changed, marked as ready, and merged', async () => {
    const pull = await propose({ 'content/site.yaml': 'name: Merged\n' });
    expect(pull).toMatchObject({
      state: 'open',
      draft: true,
      title: 'Proposal 1',
      body: 'Before and after',
      user: { login: 'ada' },
      head: { ref: pull.branch, sha: host.head(pull.branch) },
      base: { ref: 'main', sha: host.head('main') },
      commits: 1,
      changed_files: 1,
    });
    expect((await ada.rest('GET', `pulls?state=open&head=local:${pull.branch}`)).body).toMatchObject([{ draft: true }]);
    expect((await ada.rest('PATCH', `pulls/${pull.number}`, { title: 'Other words' })).body).toMatchObject({
      title: 'Other words',
      body: 'Before and after',
    });
    expect(await merge(pull)).toBe('405 Pull Request is still a draft');
    expect((await markReady(pull)).data).toEqual({
      markPullRequestReadyForReview: { pullRequest: { isDraft: false, state: 'OPEN' } },
    });
    expect(await merge(pull)).toBe('200 Pull Request successfully merged');
    expect(host.read('main', 'content/site.yaml')).toBe('name: Merged\n');
    expect((await ada.rest('GET', 'pulls')).body).toEqual([]);
    expect((await ada.rest('GET', 'pulls?state=closed')).body).toMatchObject([
      { merge_commit_sha: host.head('main'), merged_at: expect.any(String) as string },
    ]);
  });

  it('whose changes are too long is shown without them', async () => {
    const { number } = await propose({ 'content/site.yaml': 'name: Long\n'.repeat(100_000) });
    const response = await fetch(`${host.url}/local/site/pull/${number}`);
    expect(response.status).toBe(200);
    const shown = await response.text();
    expect(shown).toContain('There is more than fits here.');
    expect(shown).not.toContain('name: Long');
  });

  it('is refused without commits, twice for a branch, and with a title that is empty or too long', async () => {
    const { branch } = await propose({ 'content/site.yaml': 'name: Twice\n' });
    const open = async (fields: object) => {
      const { body } = await ada.rest<{ errors: object[] }>('POST', 'pulls', {
        title: 'T',
        head: branch,
        base: 'main',
        ...fields,
      });
      return body.errors[0];
    };
    expect(await open({})).toMatchObject({ message: `A pull request already exists for local:${branch}.` });
    expect(await open({ head: 'main' })).toMatchObject({ message: 'No commits between main and main' });
    expect(await open({ head: 'nowhere' })).toMatchObject({ field: 'head', code: 'invalid' });
    expect(await open({ base: branch })).toMatchObject({ field: 'base', code: 'invalid' });
    expect(await open({ title: ' ' })).toMatchObject({ field: 'title', code: 'missing_field' });
    expect(await open({ title: 'x'.repeat(257) })).toMatchObject({ field: 'title', code: 'custom' });
  });

  it('lists the files that it changes', async () => {
    const { number } = await propose({ 'content/home/new.mdx': 'new\n', 'content/legal/terms.mdx': null });
    expect((await ada.rest('GET', `pulls/${number}/files`)).body).toMatchObject([
      { filename: 'content/home/new.mdx', status: 'added' },
      { filename: 'content/legal/terms.mdx', status: 'removed' },
    ]);
  });
});

describe('the rule of the repository', () => {
  it('asks for a review of each commit that changes more than words', async () => {
    const pull = await propose({ 'content/site.yaml': 'name: x\n', '.github/workflows/publish.yml': 'on: push\n' });
    await markReady(pull);
    expect(await merge(pull)).toBe(NEEDS_REVIEW);
    expect((await press(pull, 'merge')).status).toBe(405);
    await press(pull, 'approve');
    await ada.commit(pull.branch, { '.github/workflows/publish.yml': 'on: schedule\n' });
    // The review was of another commit.
    expect(await merge(pull)).toBe(NEEDS_REVIEW);
    await press(pull, 'approve');
    expect(await merge(pull)).toBe('200 Pull Request successfully merged');
  });

  it('asks for one if a file is moved into content/, or is beside it', async () => {
    const moved = await propose({ '.github/workflows/publish.yml': null, 'content/home/moved.mdx': 'on: schedule\n' });
    await markReady(moved);
    expect(await merge(moved)).toBe(NEEDS_REVIEW);
    const beside = await propose({ 'contents/a.yaml': 'x', 'public/pictures.ts': 'x' });
    await markReady(beside);
    expect(await merge(beside)).toBe(NEEDS_REVIEW);
  });

  // A drawing or a page would run scripts on the site's origin, and tools run settings beside a file.
  it.each([
    'public/pictures/drawing.svg',
    'public/pictures/.oxfmtrc.mjs',
    'public/pictures/page.html',
    'public/pictures/more/team.webp',
    'content/home/.oxlintrc.json',
    'content/page.astro',
    'content/.oxfmtrc.json',
    'content/home/page.mdx/more.yaml',
  ])('asks for one for %s, which is neither a text nor a picture', async (path) => {
    const pull = await propose({ [path]: 'x' });
    await markReady(pull);
    expect(await merge(pull)).toBe(NEEDS_REVIEW);
  });

  // A later branch could be compared with a commit of this one, which has code that was taken back, and so hide that code.
  it('keeps main a line: a pull request is squashed, and none of its commits is in the history of main', async () => {
    const pull = await propose({ 'package.json': '{}' });
    const [code, before] = [host.head(pull.branch), host.head('main')];
    await ada.commit(pull.branch, { 'package.json': null, 'content/home/line.mdx': 'line\n' });
    await markReady(pull);
    expect(await merge(pull, {})).toBe('405 Merge commits are not allowed on this repository.');
    expect(await merge(pull, { merge_method: 'rebase' })).toBe('405 Rebase merges are not allowed on this repository.');
    expect(await merge(pull)).toMatch(/^200/);
    expect(host.git('rev-list', '--parents', '--max-count=1', 'main').trim()).toBe(`${host.head('main')} ${before}`);
    expect(host.git('branch', '--list', 'main', '--contains', code)).toBe('');
  });
});

describe('the page of a pull request', () => {
  it('shows what changes as text, with what builds say of it, and merges', async () => {
    const pull = await propose({ 'content/site.yaml': 'name: <script>alert(1)</script>\n' });
    await markReady(pull);
    host.reportStatus(host.head(pull.branch), { context: 'site', state: 'success', description: 'All “right”' });
    const response = await fetch(`${host.url}/local/site/pull/${pull.number}`);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const text = await response.text();
    expect(text).toContain('<ins>+name: &lt;script&gt;alert(1)&lt;/script&gt;</ins>');
    expect(text).toContain('All “right”');
    expect((await press(pull, 'merge')).status).toBe(303);
    expect(host.read('main', 'content/site.yaml')).toContain('alert(1)');
  });

  it('does nothing for a form of another page', async () => {
    const pull = await propose({ 'content/site.yaml': 'name: Forged\n' });
    await markReady(pull);
    expect((await press(pull, 'merge', 'http://localhost:4321')).status).toBe(403);
    expect(host.read('main', 'content/site.yaml')).not.toContain('Forged');
  });
});

it('what a commit conflicts with is not merged', async () => {
  const one = await propose({ 'content/home/hero.mdx': 'one\n' });
  const other = await propose({ 'content/home/hero.mdx': 'other\n' });
  for (const pull of [one, other]) await markReady(pull);
  expect(await merge(one)).toMatch(/^200/);
  expect(await merge(other)).toBe('405 Pull Request is not mergeable');
  expect(host.read('main', 'content/home/hero.mdx')).toBe('one\n');
});
