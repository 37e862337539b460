import type { GraphQLScalarType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMALL_SITE, startCodeHost, type Person, type TestCodeHost } from '../../../tests/setup/code-host.ts';
import { SCHEMA } from './schema.ts';

let host: TestCodeHost;
let ada: Person;
beforeAll(async () => {
  host = await startCodeHost();
  ada = host.person();
});
afterAll(() => host.close());

interface Tree {
  entries: { name: string; object: Tree | { text: string | null; oid: string; isBinary: boolean } }[];
}

/** The fields of a tree, some folders deep. */
const tree = (levels: number): string =>
  `... on Blob { oid text isBinary isTruncated } ${levels > 0 ? `... on Tree { entries { name object { ${tree(levels - 1)} } } }` : ''}`;

/** The files of a tree, by their paths. */
function filesOf({ entries }: Tree, path: string): Record<string, string | null> {
  return Object.assign(
    {},
    ...entries.map(({ name, object }) =>
      'entries' in object ? filesOf(object, `${path}/${name}`) : { [`${path}/${name}`]: object.text },
    ),
  ) as Record<string, string | null>;
}

const inRepository = (fields: string) => `{ repository(owner: "local", name: "site") { ${fields} } }`;

describe('reading with GraphQL', () => {
  it('one query reads all content of a branch, to the byte', async () => {
    const { data } = await ada.graphql<{ repository: { object: Tree } }>(
      inRepository(`object(expression: "main:content") { ${tree(3)} }`),
    );
    const words = Object.entries(SMALL_SITE).filter(([path]) => path.startsWith('content/'));
    expect(filesOf(data.repository.object, 'content')).toEqual(Object.fromEntries(words));
  });

  it('an oid is that of git, and a picture has no text', async () => {
    const { data } = await ada.graphql(
      inRepository(`
        site: object(expression: "main:content/site.yaml") { oid }
        picture: object(expression: "main:public/pictures/one.png") { ... on Blob { isBinary text } }`),
    );
    expect(data['repository']).toEqual({
      site: { oid: host.git('rev-parse', 'main:content/site.yaml').trim() },
      picture: { isBinary: true, text: null },
    });
  });

  it('what is no word of the site is not in the repository, and what is missing is null', async () => {
    const { data, errors } = await ada.graphql(
      inRepository(`
        code: object(expression: "main:src") { oid }
        none: object(expression: "nowhere:content") { oid }
        two: object(expression: "main:content\\nmain:public") { oid }
        ref(qualifiedName: "refs/heads/words/none") { name }`),
    );
    expect(errors).toBeUndefined();
    expect(data['repository']).toEqual({ code: null, none: null, two: null, ref: null });
  });

  it('what git would read as something else is null, and ends no other question', async () => {
    const odd = ['main:../', 'main:./content', 'words/@{u}:content', 'main@{u}', ':content', 'main:a\0b', ' '];
    const asked = odd.map((one, index) => `o${index}: object(expression: ${JSON.stringify(one)}) { oid }`);
    const { data, errors } = await ada.graphql<{ repository: Record<string, unknown> }>(
      inRepository(`
        before: object(expression: "main:content/site.yaml") { oid }
        ${asked.join('\n')}
        ref(qualifiedName: "refs/heads/main@{u}") { name }
        after: object(expression: "main:content/site.yaml") { oid }`),
    );
    expect(errors).toBeUndefined();
    const { before, after, ...others } = data.repository;
    expect(before).toEqual({ oid: host.git('rev-parse', 'main:content/site.yaml').trim() });
    expect(after).toEqual(before);
    expect(Object.values(others).every((one) => one === null)).toBe(true);
    expect(Object.values(others)).toHaveLength(odd.length + 1);
  });

  it('a query that asks for far more than its words is refused', { tags: ['exhaustive'] }, async () => {
    const repeated = (count: number, field: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => field(n)).join(' ');
    const inFolders = inRepository(repeated(40, (n) => `f${n}: object(expression: "main:content") { ...Names }`));
    const names = repeated(5000, (n) => `n${n}: name`);
    await ada.branch('words/long');
    await ada.commit('words/long', { 'content/legal/long.mdx': 'x'.repeat(500_000) });
    const texts = repeated(
      200,
      (n) => `t${n}: object(expression: "words/long:content/legal/long.mdx") { ... on Blob { text } }`,
    );
    for (const query of [`${inFolders} fragment Names on Tree { entries { ${names} } }`, inRepository(texts)])
      expect(await ada.graphql(query)).toEqual({
        errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'This query asks for too much at once.' }],
      });
    host.git('update-ref', '-d', 'refs/heads/words/long');
  });

  it('base64 is of any length', () => {
    const type = SCHEMA.getType('Base64String') as GraphQLScalarType<string, string>;
    for (const length of [0, 1, 2, 3, 8_000_000]) {
      const text = Buffer.alloc(length, 0xfb).toString('base64');
      expect(type.coerceInputValue(text) === text, `${length} bytes`).toBe(true);
    }
    for (const wrong of ['A', 'AAA', 'AA=', 'AAAA\n', '-_-_', 'A A='])
      expect(() => type.coerceInputValue(wrong), wrong).toThrow('base64');
  });

  it(
    'branches are listed by prefix, in pages, with who wrote their last commit',
    { tags: ['exhaustive'] },
    async () => {
      for (const name of ['words/a', 'words/b', 'words/c', 'other/d']) await ada.branch(name);
      await ada.commit('words/b', { 'content/site.yaml': 'name: B\n' });
      const page = (more: string) =>
        ada.graphql<{
          repository: { refs: { nodes: unknown[]; pageInfo: { endCursor: string; hasNextPage: boolean } } };
        }>(
          inRepository(`refs(refPrefix: "refs/heads/words/", ${more}) {
          totalCount pageInfo { hasNextPage endCursor }
          nodes { name prefix target { oid ... on Commit { author { user { login } } } } } }`),
        );
      const first = (await page('first: 2')).data.repository.refs;
      expect(first).toMatchObject({
        totalCount: 3,
        pageInfo: { hasNextPage: true },
        nodes: [
          { name: 'words/a', prefix: 'refs/heads/', target: { author: { user: null } } },
          { name: 'words/b', target: { oid: host.head('words/b'), author: { user: { login: 'ada' } } } },
        ],
      });
      const second = (await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).data.repository.refs;
      expect(second).toMatchObject({ pageInfo: { hasNextPage: false }, nodes: [{ name: 'words/c' }] });
    },
  );

  it.each([
    ['a field that GitHub does not have', inRepository('nope'), /Cannot query field "nope"/],
    ['an argument that GitHub does not have', inRepository('ref(name: "main") { name }'), /Unknown argument "name"/],
    ['a list without a length', inRepository('refs(refPrefix: "refs/heads/") { totalCount }'), /`first` or `last`/],
    ['a list that is too long', inRepository('refs(refPrefix: "refs/heads/", first: 101) { totalCount }'), /exceeds/],
    ['another repository', '{ repository(owner: "local", name: "other") { id } }', /Could not resolve to a Repository/],
    ['what is no query', 'repository', /Syntax Error/],
  ])('%s is an error', async (_, query, message) => {
    const { errors } = await ada.graphql(query);
    expect(errors?.[0]?.message).toMatch(message);
  });
});

describe('reading with REST', () => {
  it('a comparison has the commits of a branch, and the files that it changes', { tags: ['exhaustive'] }, async () => {
    await ada.branch('words/compared');
    await ada.commit('words/compared', { 'content/site.yaml': 'name: New\nmore: 1\n' }, { headline: 'First' });
    await ada.commit('words/compared', { 'content/legal/terms.mdx': null }, { headline: 'Second' });
    const { status, body } = await ada.rest('GET', 'compare/main...words/compared');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ahead',
      ahead_by: 2,
      behind_by: 0,
      total_commits: 2,
      merge_base_commit: { sha: host.head('main') },
      commits: [
        {
          commit: { message: 'First', author: { name: 'ada' } },
          author: { login: 'ada' },
          parents: [{ sha: host.head('main') }],
        },
        { sha: host.head('words/compared'), commit: { message: 'Second' } },
      ],
      files: [
        { filename: 'content/legal/terms.mdx', status: 'removed', deletions: 5 },
        { filename: 'content/site.yaml', status: 'modified', additions: 2, deletions: 1 },
      ],
    });
    const back = await ada.rest('GET', `compare/${host.head('words/compared')}...main`);
    expect(back.body).toMatchObject({ status: 'behind', behind_by: 2, commits: [], files: [] });
    const commit = await ada.rest('GET', `commits/${host.head('words/compared')}`);
    expect(commit.body).toMatchObject({ files: [{ filename: 'content/legal/terms.mdx', status: 'removed' }] });
  });

  it('a branch is made once, at a commit that exists, below refs/heads/', { tags: ['exhaustive'] }, async () => {
    expect((await ada.branch('words/once')).body).toMatchObject({
      ref: 'refs/heads/words/once',
      object: { sha: host.head('main') },
    });
    const make = async (ref: string, sha = host.head('main')) => {
      const { status, body } = await ada.rest('POST', 'git/refs', { ref, sha });
      return `${status} ${String(body['message'])}`;
    };
    expect(await make('refs/heads/words/once')).toBe('422 Reference already exists');
    expect(await make('refs/heads/words/new', '0'.repeat(40))).toBe('422 Object does not exist');
    const odd = ['a b', '../main', '@{u}', 'a\0b'].map((name) => `refs/heads/words/${name}`);
    for (const ref of ['words/new', 'refs/tags/new', ...odd])
      expect(await make(ref), ref).toBe(`422 ${ref} is not a valid ref name.`);
    for (const ref of ['refs/heads/words', 'refs/heads/release', 'refs/heads/Words/new', 'refs/heads/../words/new'])
      expect(await make(ref), ref).toMatch(/^422 .*Cannot create ref due to creations being restricted\.$/s);
  });

  it.each([
    ['GET', 'compare/main...nowhere', 404],
    ['GET', 'compare/main', 404],
    ['GET', 'compare/main...words%2F@%7Bu%7D', 404],
    ['GET', 'commits/main%00', 404],
    ['GET', `commits/${'0'.repeat(40)}/status`, 422],
    ['GET', 'contents/content', 404],
    ['DELETE', 'git/refs/heads/main', 404],
    ['GET', '/repos/local/other/pulls', 404],
    ['GET', 'pulls?stat=open', 422],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await ada.rest(method, path)).status).toBe(status);
  });

  it('a field that GitHub does not know, or that is missing, is refused', async () => {
    const unknown = await ada.rest('POST', 'git/refs', { ref: 'refs/heads/x', sha: host.head('main'), force: true });
    expect(unknown).toMatchObject({
      status: 422,
      body: { message: 'Invalid request.\n\n"force" is not a permitted key.' },
    });
    const missing = await ada.rest('POST', 'pulls', {});
    expect(missing.body['message']).toBe('Invalid request.\n\n"title", "head", "base" weren\'t supplied.');
  });
});

describe('for a browser', () => {
  it('any page of this machine may ask, and reads the headers that GitHub lists', async () => {
    const origin = 'http://localhost:4321';
    const preflight = await fetch(`${host.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*X-GitHub-Api-Version/);
    const { headers } = await ada.rest('GET', '/user', undefined, { origin });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    // A page that relied on it would not work at GitHub.
    expect(headers.get('access-control-expose-headers')).not.toMatch(/token-expiration/i);
    const elsewhere = { authorization: `Bearer ${ada.token}`, origin: 'https://elsewhere.example' };
    expect((await fetch(`${host.url}/user`, { headers: elsewhere })).status).toBe(403);
  });

  it('an answer that has not changed is not sent again', async () => {
    const first = await ada.rest('GET', 'pulls');
    expect(first.headers.get('cache-control')).toBe('private, max-age=60, s-maxage=60');
    const etag = first.headers.get('etag') ?? '';
    expect(await ada.rest('GET', 'pulls', undefined, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: null,
    });
  });
});
