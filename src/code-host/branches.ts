import { z } from 'zod';
import type { CodeHost } from './code-host.ts';
import type { Connection } from './connection.ts';
import { CodeHostError } from './errors.ts';

const MAIN = `query ($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { viewerPermission defaultBranchRef { name target { oid } } }
}`;
const mainShape = z.object({
  repository: z.object({
    viewerPermission: z.string().nullable(),
    defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }) }).nullable(),
  }),
});

const REFS = `query ($owner: String!, $name: String!, $prefix: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    refs(refPrefix: $prefix, first: 100, after: $after) {
      nodes { prefix name target { oid ... on Commit { author { user { login } } } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
const login = z.object({ login: z.string() }).nullish();
const refsShape = z.object({
  repository: z.object({
    refs: z
      .object({
        nodes: z.array(
          z.object({
            prefix: z.string(),
            name: z.string(),
            target: z.object({ oid: z.string(), author: z.object({ user: login }).nullish() }),
          }),
        ),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
      })
      .nullable(),
  }),
});

/** The most that GitHub gives at once. */
const PER_PAGE = 100;

const compareShape = z.object({
  total_commits: z.int(),
  merge_base_commit: z.object({ sha: z.string() }),
  commits: z.array(
    z.object({
      sha: z.string(),
      commit: z.object({ message: z.string(), author: z.object({ name: z.string(), date: z.string() }).nullable() }),
      author: login,
      parents: z.array(z.object({ sha: z.string() })),
    }),
  ),
  files: z.array(z.object({ filename: z.string(), previous_filename: z.string().optional() })).optional(),
});

/** The default branch, its commit, and whether this account may write to the repository at all. */
export async function readMain(connection: Connection): Promise<{ name: string; head: string; mayWrite: boolean }> {
  const { repository } = await connection.graphql(mainShape, MAIN, {}, 'contents');
  const { defaultBranchRef: main, viewerPermission } = repository;
  if (!main) throw new CodeHostError('The repository of the site is empty. Ask a developer to push the site to it.');
  return {
    name: main.name,
    head: main.target.oid,
    mayWrite: viewerPermission !== 'READ' && viewerPermission !== 'TRIAGE',
  };
}

/** The branches of a repository, and what they have. */
export function branchReader(connection: Connection): Pick<CodeHost, 'branches' | 'compare'> {
  return {
    async branches(prefix) {
      const found: { name: string; head: string; author?: string }[] = [];
      // GraphQL wants whole folders.
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for (let after: string | undefined, more = true; more;) {
        const asked = { prefix: `refs/heads/${folder}`, after };
        const { refs } = (await connection.graphql(refsShape, REFS, asked, 'contents')).repository;
        for (const { prefix: before, name, target } of refs?.nodes ?? []) {
          const author = target.author?.user?.login;
          const full = (before + name).replace('refs/heads/', '');
          found.push({ name: full, head: target.oid, ...(author !== undefined && { author }) });
        }
        after = refs?.pageInfo.endCursor ?? undefined;
        more = refs?.pageInfo.hasNextPage === true && after !== undefined;
      }
      return found.filter(({ name }) => name.startsWith(prefix));
    },
    async compare(base, head) {
      const [from, to] = [base, head].map(encodeURIComponent);
      const path = `/repos/${connection.repository}/compare/${from ?? ''}...${to ?? ''}`;
      const readPage = async (page: number) =>
        (await connection.rest(compareShape, { path: `${path}?per_page=${PER_PAGE}&page=${page}`, right: 'contents' }))
          .data;
      const data = await readPage(1);
      const all = [...data.commits];
      for (let page = 2; all.length < data.total_commits; page++) {
        const { commits: more } = await readPage(page);
        if (more.length === 0) break;
        all.push(...more);
      }
      const commits = all.map(({ sha, commit, author, parents: [first, ...others] }) => {
        const [subject = '', ...body] = commit.message.split('\n');
        return {
          oid: sha,
          parent: first?.sha ?? '',
          isMerge: others.length > 0,
          subject,
          body: body.join('\n').trim(),
          // Whoever makes a commit chooses its date.
          at: Date.parse(commit.author?.date ?? '') || 0,
          author: author?.login ?? commit.author?.name ?? '',
        };
      });
      const files = (data.files ?? []).flatMap(({ filename, previous_filename: previous }) =>
        previous === undefined ? [filename] : [previous, filename],
      );
      return { mergeBase: data.merge_base_commit.sha, commits, files };
    },
  };
}
