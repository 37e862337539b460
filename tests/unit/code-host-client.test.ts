import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { blobOid } from '../../src/code-host/blob-oid.ts';
import type { CodeHost, FileChange } from '../../src/code-host/code-host.ts';
import { MovedError } from '../../src/code-host/errors.ts';
import { openCodeHost } from '../../src/code-host/open-code-host.ts';
import type { TokenOptions } from '../../tools/local/code-host/options.ts';
import { SMALL_SITE, startCodeHost, type TestCodeHost } from '../setup/code-host.ts';

const TERMS = 'content/legal/terms.mdx';
const SITE = 'content/site.yaml';

let server: TestCodeHost;
let number = 0;

beforeAll(async () => {
  server = await startCodeHost();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const open = (options: Partial<TokenOptions> = {}): CodeHost =>
  openCodeHost({ api: server.url, repository: server.repository }, server.makeToken({ login: 'ada', ...options }));

/** A new branch at main. */
async function begin(host: CodeHost): Promise<{ branch: string; head: string }> {
  const branch = `words/2026-01-01-test-${++number}`;
  const head = server.head('main');
  await host.begin(branch, head);
  return { branch, head };
}
const change = (content: FileChange['content'], path = TERMS) => ({ files: [{ path, content }], message: 'Change it' });

test('an account has all rights that the editor needs, and its token’s expiry', async () => {
  const expires = Date.UTC(2027, 4, 6, 7, 8, 9);
  expect(await open({ expires }).account()).toEqual({
    login: 'ada',
    expires: new Date(expires).toISOString(),
    missing: [],
  });
  expect(server.git('branch', '--list', 'words/rights')).toBe('');
});

test.each([
  ['contents', { contents: 'read' }],
  ['pull-requests', { pull_requests: 'read' }],
  ['statuses', { statuses: 'none' }],
  ['deployments', { deployments: 'none' }],
] as const)('a missing right is found: %s', async (right, rights) => {
  expect((await open({ rights }).account()).missing).toEqual([right]);
});

test('a branch is read with the same bytes as in the repository', async () => {
  const host = open();
  expect(await host.main()).toBe('main');
  const branch = await host.branch('main');
  expect(branch?.head).toBe(server.head('main'));
  expect([...(branch?.files.keys() ?? [])].sort()).toEqual(
    Object.keys(SMALL_SITE)
      .filter((path) => path.startsWith('content/'))
      .sort(),
  );
  const file = branch?.files.get(TERMS);
  expect(file?.text).toBe(SMALL_SITE[TERMS]);
  expect(file?.oid).toBe(await blobOid(SMALL_SITE[TERMS] ?? ''));
  expect([...(branch?.pictures ?? [])]).toEqual(['one.png']);
  expect(await host.branch('words/none')).toBeUndefined();
});

test('a commit has exactly its files, with these bytes, and its message', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const { branch, head } = await begin(host);
  const text = '---\ntitle: "Größe"\r\n---\n\n\u{1f600}\t“quoted”\n\n';
  const picture = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  const files = [
    { path: TERMS, content: text },
    { path: 'public/pictures/two.webp', content: picture },
    { path: 'content/home/hero.mdx', content: null },
  ];
  const next = await host.commit({ branch, head, files, message: 'Edit words\n\n- One: “a” → “b”\n- Two' });
  expect(server.head(branch)).toBe(next);
  expect(server.git('diff', '--name-status', head, next).trim().split('\n')).toEqual([
    'D\tcontent/home/hero.mdx',
    `M\t${TERMS}`,
    'A\tpublic/pictures/two.webp',
  ]);
  expect(server.read(branch, TERMS)).toBe(text);
  expect(server.git('rev-parse', `${branch}:public/pictures/two.webp`).trim()).toBe(await blobOid(picture));
  expect(server.git('log', '-1', '--format=%an%n%B', branch).trim()).toBe('ada\nEdit words\n\n- One: “a” → “b”\n- Two');
  expect(Buffer.from(await host.blob(await blobOid(picture)), 'base64').equals(picture)).toBe(true);
  const read = await host.branch(branch);
  expect(read?.files.get(TERMS)?.text).toBe(text);
  expect([...(read?.pictures ?? [])].sort()).toEqual(['one.png', 'two.webp']);
});

test('a commit on a branch that has moved is refused, and changes nothing', async () => {
  const host = open();
  const { branch, head } = await begin(host);
  const next = await host.commit({ branch, head, ...change('first') });
  await expect(host.commit({ branch, head, ...change('second') })).rejects.toThrow(MovedError);
  expect(server.head(branch)).toBe(next);
});

test('of several commits at the same moment, one is made', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const { branch, head } = await begin(host);
  const ends = await Promise.allSettled(['a', 'b', 'c'].map((text) => host.commit({ branch, head, ...change(text) })));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(MovedError);
});

test('a branch that is gone, and one that exists, count as moved', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const { branch, head } = await begin(host);
  await expect(host.begin(branch, head)).rejects.toThrow(MovedError);
  server.git('update-ref', '-d', `refs/heads/${branch}`);
  await expect(host.commit({ branch, head, ...change('x') })).rejects.toThrow(MovedError);
});

test('branches of a prefix come with their full names and authors', { tags: ['exhaustive'] }, async () => {
  const host = open({ login: 'grace' });
  const { branch, head } = await begin(host);
  const next = await host.commit({ branch, head, ...change('x') });
  const found = await host.branches('words/');
  expect(found).toContainEqual({ name: branch, head: next, author: 'grace' });
  expect(found.every(({ name }) => name.startsWith('words/'))).toBe(true);
});

test(
  'a comparison has the commits oldest first, their parents, and all changed files',
  { tags: ['exhaustive'] },
  async () => {
    const host = open();
    const { branch, head } = await begin(host);
    const first = await host.commit({ branch, head, ...change('one') });
    const files = [{ path: SITE, content: 'name: Other\n' }];
    const second = await host.commit({ branch, head: first, files, message: 'Second\n\nWith a body' });
    const { mergeBase, commits, files: changed } = await host.compare('main', second);
    expect(mergeBase).toBe(head);
    const common = { isMerge: false, at: expect.any(Number) as number, author: 'ada' };
    expect(commits).toEqual([
      { ...common, oid: first, parent: head, subject: 'Change it', body: '' },
      { ...common, oid: second, parent: first, subject: 'Second', body: 'With a body' },
    ]);
    expect([...changed].sort()).toEqual([TERMS, SITE]);
    expect(await host.compare('main', head)).toMatchObject({ commits: [], files: [] });
  },
);

test('a comparison has all commits, however many', { tags: ['exhaustive'] }, async () => {
  const branch = 'words/2026-01-01-many';
  const commits = Array.from(
    { length: 205 },
    (_, at) => `commit refs/heads/${branch}\ncommitter ada <a@b.c> ${at + 1} +0000\ndata 4\n${1000 + at}\n`,
  );
  const from = `commit refs/heads/${branch}\ncommitter ada <a@b.c> 0 +0000\ndata 1\nx\nfrom ${server.head('main')}\n`;
  execFileSync('git', ['--git-dir', server.gitFolder, 'fast-import', '--quiet'], { input: from + commits.join('') });
  const found = (await open().compare('main', server.head(branch))).commits.map(({ subject }) => subject);
  expect(found).toEqual(['x', ...commits.map((_, at) => String(1000 + at))]);
});

test('listings and texts of old commits are read, each once', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const { branch, head } = await begin(host);
  const next = await host.commit({ branch, head, ...change('new words') });
  const sent = vi.spyOn(globalThis, 'fetch');
  const [before, after] = await host.listings([head, next]);
  expect(after?.get(TERMS)).toBe(await blobOid('new words'));
  expect(before?.get('public/pictures/one.png')).toBe(after?.get('public/pictures/one.png'));
  expect(sent).toHaveBeenCalledTimes(1);
  const texts = [host.textAt(head, TERMS), host.textAt(next, TERMS), host.textAt(next, 'content/none.mdx')];
  expect(await Promise.all(texts)).toEqual([SMALL_SITE[TERMS], 'new words', null]);
  expect(sent).toHaveBeenCalledTimes(2);
  await Promise.all([host.textAt(head, TERMS), host.listings([next])]);
  expect(sent).toHaveBeenCalledTimes(2);
});

test(
  'a proposal is a draft of this repository that can be changed and made ready',
  { tags: ['exhaustive'] },
  async () => {
    const host = open();
    const { branch, head } = await begin(host);
    await expect(host.propose({ branch, title: 'None', body: '' })).rejects.toThrow('nothing to propose');
    const next = await host.commit({ branch, head, ...change('proposed words') });
    const pull = await host.propose({ branch, title: 'Words', body: 'Before and after' });
    expect(pull).toMatchObject({ title: 'Words', body: 'Before and after', branch, head: next, author: 'ada' });
    expect(pull).toMatchObject({ draft: true, open: true });
    // Another tab may have proposed it.
    expect(await host.propose({ branch, title: 'Again', body: '' })).toMatchObject({ number: pull.number });
    expect(await host.update({ number: pull.number, title: 'Better', body: '' })).toMatchObject({ title: 'Better' });
    expect((await host.pulls()).find((one) => one.number === pull.number)).toMatchObject({ title: 'Better', body: '' });
    await host.ready(pull);
    expect(await host.pullOf(branch)).toMatchObject({ number: pull.number, draft: false, open: true });
    await server.person().rest('PATCH', `pulls/${pull.number}`, { state: 'closed' });
    expect(await host.pullOf(branch)).toMatchObject({ number: pull.number, open: false });
    const again = await host.propose({ branch, title: 'Again', body: '' });
    expect(await host.pullOf(branch)).toMatchObject({ number: again.number, open: true });
    expect(await host.pullOf(`${branch}-more`)).toBeUndefined();
  },
);

test('only proposals of words are listed', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const person = server.person();
  await person.branch('words/feature');
  await person.commit('words/feature', { [TERMS]: 'of a developer' });
  server.git('update-ref', 'refs/heads/feature', server.head('words/feature'));
  await person.rest('POST', 'pulls', { title: 'Feature', head: 'feature', base: 'main' });
  expect((await host.pulls()).map(({ branch }) => branch)).not.toContain('feature');
});

test('statuses are checks, and an address that is not one of the web is left out', async () => {
  const commit = server.head('main');
  server.reportStatus(commit, { context: 'build', state: 'error', description: 'A sentence', target_url: server.url });
  server.reportStatus(commit, { context: 'other', state: 'pending', target_url: 'javascript:alert(1)' });
  server.reportCheck(commit, { name: 'tests', status: 'completed', conclusion: 'success', title: 'All pass' });
  const checks = await open().checks(commit);
  expect(checks).toContainEqual({ name: 'build', state: 'failure', description: 'A sentence', url: `${server.url}/` });
  expect(checks).toContainEqual({ name: 'other', state: 'pending', description: '' });
  expect(checks).toHaveLength(2);
  const withApp = await open({ rights: { checks: 'read' } }).checks(commit);
  expect(withApp).toContainEqual(expect.objectContaining({ name: 'tests', state: 'success', description: 'All pass' }));
});

test('the preview is the newest deployment that counts, as it comes', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const { branch, head } = await begin(host);
  const commit = await host.commit({ branch, head, ...change('previewed words') });
  expect(await host.preview(commit)).toBeUndefined();
  const environment = 'preview';
  server.reportDeployment(commit, { environment, state: 'in_progress' });
  expect(await host.preview(commit)).toEqual({ state: 'pending' });
  server.reportDeployment(commit, { environment, state: 'failure', description: 'It does not build' });
  expect(await host.preview(commit)).toEqual({ state: 'failed', description: 'It does not build' });
  server.reportDeployment(commit, { environment, state: 'success', environment_url: 'http://127.0.0.1:1/x' });
  expect(await host.preview(commit)).toEqual({ state: 'ready', url: 'http://127.0.0.1:1/x' });
  server.reportDeployment(commit, { environment, state: 'inactive' });
  expect(await host.preview(commit)).toBeUndefined();
});

test('a preview can also be a status, as Netlify reports it', { tags: ['exhaustive'] }, async () => {
  const host = open();
  const { branch, head } = await begin(host);
  const commit = await host.commit({ branch, head, ...change('words on Netlify') });
  const context = 'netlify/site/deploy-preview';
  server.reportStatus(commit, { context, state: 'success', target_url: 'https://1--site.example/' });
  expect(await host.preview(commit)).toMatchObject({ state: 'ready', url: 'https://1--site.example/' });
});
