import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCodeHost, type Person, type TestCodeHost } from '../../../tests/setup/code-host.ts';

let host: TestCodeHost;
let ada: Person;
let count = 0;
beforeAll(async () => {
  host = await startCodeHost();
  ada = host.person();
});
afterAll(() => host.close());

/** A new branch where main is. */
async function newBranch(): Promise<string> {
  const name = `words/${(count += 1)}`;
  await ada.branch(name);
  return name;
}

/** Git's name for the content of a file. */
const blobOid = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

const commit = (input: object) =>
  ada.graphql(
    'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
    {
      input,
    },
  );

it('many files are one commit of the person, whose bytes are what was sent', async () => {
  const branch = await newBranch();
  const bytes = Buffer.from([0x89, 0x50, 0, 255, 10, 13]);
  const files = [
    ['content/home/hero.mdx', Buffer.from('---\r\nheading: “Grüße”\n---')],
    ['content/research/publications/new.mdx', Buffer.from('new\n')],
    ['public/pictures/two.webp', bytes],
  ] as const;
  const { data } = await commit({
    branch: { repositoryNameWithOwner: 'local/site', branchName: branch },
    expectedHeadOid: host.head('main'),
    fileChanges: {
      additions: files.map(([path, contents]) => ({ path, contents: contents.toString('base64') })),
      deletions: [{ path: 'content/legal/terms.mdx' }],
    },
    message: { headline: 'Say hello', body: 'Before: a\nAfter: b' },
  });
  expect(data).toEqual({ createCommitOnBranch: { commit: { oid: host.head(branch) } } });
  expect(host.git('diff', '--name-status', 'main', branch).trim().split('\n')).toEqual([
    'M\tcontent/home/hero.mdx',
    'D\tcontent/legal/terms.mdx',
    'A\tcontent/research/publications/new.mdx',
    'A\tpublic/pictures/two.webp',
  ]);
  for (const [path, contents] of files)
    expect(host.git('rev-parse', `${branch}:${path}`).trim()).toBe(blobOid(contents));
  expect(host.git('log', '-1', '--format=%an %cn%n%B%n%P', branch)).toBe(
    `ada Code host\nSay hello\n\nBefore: a\nAfter: b\n${host.head('main')}\n`,
  );
});

describe('a commit is refused', () => {
  let unchanged: string;
  beforeAll(async () => {
    unchanged = await newBranch();
  });
  afterAll(() => expect(host.head(unchanged)).toBe(host.head('main')));

  it('when somebody was first, even at the same moment', async () => {
    const branch = await newBranch();
    const before = host.head(branch);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        ada.commit(branch, { 'content/site.yaml': `name: ${name}\n` }, { expected: before }),
      ),
    );
    const refused = answers.flatMap(({ errors = [] }) => errors);
    expect(refused.map(({ type }) => type)).toEqual(['STALE_DATA', 'STALE_DATA']);
    expect(host.git('rev-list', '--count', `main..${branch}`).trim()).toBe('1');
    const late = await ada.commit(branch, { 'content/site.yaml': 'late' }, { expected: before });
    expect(late).toMatchObject({ data: { createCommitOnBranch: null }, errors: [{ path: ['createCommitOnBranch'] }] });
    expect(late.errors?.[0]?.message).toMatch(/^Expected branch to point to "[\da-f]{40}" but it did not/);
  });

  it('on main, which changes by pull requests only', async () => {
    const before = host.head('main');
    for (const name of ['main', 'refs/heads/main']) {
      const { errors } = await ada.commit(name, { 'content/site.yaml': 'x' }, { expected: before });
      expect(errors).toMatchObject([{ type: 'BRANCH_PROTECTION_RULE_VIOLATION' }]);
    }
    expect(host.head('main')).toBe(before);
  });

  it('on a branch of a developer', async () => {
    host.git('update-ref', 'refs/heads/release', host.head('main'));
    const { errors } = await ada.commit('release', { 'content/site.yaml': 'x' });
    expect(errors).toMatchObject([{ message: expect.stringContaining('Cannot update this protected ref.') as string }]);
    expect(host.head('release')).toBe(host.head('main'));
  });

  it('on a branch that does not exist', async () => {
    const { errors } = await ada.commit('words/nowhere', {}, { expected: host.head('main') });
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', message: 'Branch not found' }]);
  });

  it.each([
    '/content/site.yaml',
    'content/../src/code.ts',
    'content//site.yaml',
    'content/.git/config',
    'content/.GIT/config',
    'content/home/',
    'content/a\nb.yaml',
    '',
    'content/site.yaml/inside',
    'content/home',
  ])('when a file is to be at %j', async (path) => {
    const { errors } = await ada.commit(unchanged, { [path]: 'x' });
    expect(errors).toMatchObject([{ type: 'UNPROCESSABLE' }]);
  });

  it('when a file is to be deleted that does not exist', async () => {
    const { errors } = await ada.commit(unchanged, { 'content/none.yaml': null });
    expect(errors?.[0]?.message).toBe(
      `A path was requested for deletion which does not exist as of commit oid \`${host.head(unchanged)}\``,
    );
  });

  it.each([
    ['not base64', { additions: [{ path: 'content/a.yaml', contents: 'ä' }] }, /base64/],
    ['base64 without padding', { additions: [{ path: 'content/a.yaml', contents: 'YQ' }] }, /base64/],
    ['no oid', { additions: [] }, /GitObjectID/, 'main'],
    ['an unknown field', { additions: [{ path: 'content/a.yaml', contents: '', mode: '120000' }] }, /"mode"/],
  ])('with %s', async (_, fileChanges, message, expectedHeadOid = host.head('main')) => {
    const branch = { repositoryNameWithOwner: 'local/site', branchName: unchanged };
    const { errors } = await commit({ branch, expectedHeadOid, fileChanges, message: { headline: 'x' } });
    expect(errors?.[0]?.message).toMatch(message);
  });
});
