import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CodeHostOptions, LocalCodeHost, TokenOptions } from '../../tools/local/code-host/options.ts';
import { serveCodeHost } from '../../tools/local/code-host/server.ts';
import { randomPort, serveOnFreePort } from '../../tools/local/ports.ts';

/** A code host of a test's own. */
export interface TestCodeHost extends LocalCodeHost {
  /** Runs git in its repository and returns what it prints. */
  git(...args: readonly string[]): string;
  /** The text of a file of a branch or commit. */
  read(revision: string, path: string): string;
  /** The commit at which a branch is. */
  head(branch: string): string;
  /** A person who sends requests, with a token of their own. */
  person(options?: Partial<TokenOptions>): Person;
  /** Whoever has a token. */
  personWith(token: string): Person;
}

export interface Person {
  token: string;
  /** Asks the REST API. A path is below the repository, or begins with a slash. */
  rest<Body = Fields>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Asks the GraphQL API. */
  graphql<Data = Fields>(query: string, variables?: object): Promise<GraphqlAnswer<Data>>;
  /** Commits texts, by their paths, on a branch; null deletes. */
  commit(branch: string, files: Record<string, string | null>, more?: CommitMore): Promise<GraphqlAnswer<Fields>>;
  /** Makes a branch where main is. */
  branch(name: string): Promise<Answer<Fields>>;
}

interface CommitMore {
  /** By default, where the branch is. */
  expected?: string;
  headline?: string;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface GraphqlAnswer<Data> {
  data: Data;
  /** Undefined if there are none. */
  errors?: { type?: string; message: string; path?: (string | number)[] }[];
}

type Fields = Record<string, unknown>;

/** The files of a small site. */
export const SMALL_SITE: Readonly<Record<string, string>> = {
  'content/site.yaml': 'name: Small site\n',
  'content/home/hero.mdx': '---\nheading: Hello\n---\n',
  'content/legal/terms.mdx': '---\ntitle: Terms\n---\n\nGrüße — “quoted” text.\n',
  'public/pictures/one.png': '\x89PNG\0\0',
  'src/code.ts': 'export const code = 1;\n',
};

/** Starts a code host whose main holds a small site, or the words of another folder. */
export async function startCodeHost(options: Partial<CodeHostOptions> = {}): Promise<TestCodeHost> {
  const folder = mkdtempSync(join(tmpdir(), 'code-host-'));
  const project = join(folder, 'project');
  for (const [path, text] of Object.entries(SMALL_SITE)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const serve = (port: number) => serveCodeHost(port, { folder: join(folder, 'host'), project, ...options });
  const { served: host } = await serveOnFreePort('CODE_HOST_PORT', randomPort(), serve, {});
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['--git-dir', host.gitFolder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const head = (branch: string) => git('rev-parse', `refs/heads/${branch}`).trim();
  return {
    ...host,
    git,
    head,
    read: (revision, path) => git('show', `${revision}:${path}`),
    person: (given = {}) => personOf(host, host.makeToken({ login: 'ada', ...given }), head),
    personWith: (token) => personOf(host, token, head),
    async close() {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Somebody who has a token. */
function personOf(host: LocalCodeHost, token: string, head: (branch: string) => string): Person {
  const send = (method: string, address: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const person: Person = {
    token,
    async rest<Body>(method: string, path: string, body?: object, headers?: Record<string, string>) {
      const address = path.startsWith('/') ? path : `/repos/${host.repository}/${path}`;
      const response = await send(method, host.url + address, body, headers);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') as Body };
    },
    async graphql<Data>(query: string, variables?: object) {
      const response = await send('POST', `${host.url}/graphql`, { query, variables });
      return (await response.json()) as GraphqlAnswer<Data>;
    },
    commit(branch, files, { expected = head(branch), headline = 'Change words' } = {}) {
      const entries = Object.entries(files);
      const additions = entries.flatMap(([path, text]) =>
        text === null ? [] : { path, contents: Buffer.from(text).toString('base64') },
      );
      const deletions = entries.flatMap(([path, text]) => (text === null ? { path } : []));
      return person.graphql(
        'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
        {
          input: {
            branch: { repositoryNameWithOwner: host.repository, branchName: branch },
            expectedHeadOid: expected,
            fileChanges: { additions, deletions },
            message: { headline },
          },
        },
      );
    },
    branch: (name) => person.rest('POST', 'git/refs', { ref: `refs/heads/${name}`, sha: head('main') }),
  };
  return person;
}
