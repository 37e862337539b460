import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CodeHost } from '../../src/code-host/code-host.ts';
import {
  CodeHostError,
  ForbiddenError,
  InvalidError,
  LimitError,
  SignedOutError,
  UnreachableError,
} from '../../src/code-host/errors.ts';
import { openCodeHost } from '../../src/code-host/open-code-host.ts';
import { startCodeHost, type TestCodeHost } from '../setup/code-host.ts';

let server: TestCodeHost;

beforeAll(async () => {
  server = await startCodeHost({ limits: { requests: 30 } });
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const open = (token: string, repository = server.repository, api = server.url): CodeHost =>
  openCodeHost({ api, repository }, token);
const COMMIT = '0'.repeat(40);
/** The address of a request. */
const addressOf = (input: string | URL | Request) => new Request(input).url;
const BRANCH = 'words/2026-01-01-errors';

/** Everything that can be asked. */
const REQUESTS: readonly ((host: CodeHost) => Promise<unknown>)[] = [
  (host) => host.account(),
  (host) => host.main(),
  (host) => host.branch('main'),
  (host) => host.branches('words/'),
  (host) => host.begin(BRANCH, COMMIT),
  (host) =>
    host.commit({ branch: BRANCH, head: COMMIT, files: [{ path: 'content/site.yaml', content: '' }], message: 'x' }),
  (host) => host.compare('main', COMMIT),
  (host) => host.listings([COMMIT]),
  (host) => host.textAt(COMMIT, 'content/site.yaml'),
  (host) => host.blob(COMMIT),
  (host) => host.pulls(),
  (host) => host.pullOf(BRANCH),
  (host) => host.propose({ branch: BRANCH, title: 'x', body: '' }),
  (host) => host.update({ number: 1, title: 'x', body: '' }),
  (host) => host.checks(COMMIT),
  (host) => host.preview(COMMIT),
];

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );
/** All that an error says, also to a log. */
const allOf = (error: unknown): string =>
  error instanceof Error
    ? [
        error.message,
        error.stack,
        String(error.cause),
        ...Object.values(error as unknown as Record<string, unknown>),
      ].join('\n')
    : String(error);

test('a wrong, an expired and a malformed token are signed out', async () => {
  const expired = server.makeToken({ login: 'ada', expires: Date.now() - 1 });
  for (const token of ['github_pat_wrong', expired, '', 'two words', 'umlaut-ü', 'line\nbreak'])
    for (const request of REQUESTS) expect(await failureOf(request(open(token)))).toBeInstanceOf(SignedOutError);
});

test('a malformed token is not sent at all', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  await failureOf(open('line\nbreak').account());
  expect(sent).not.toHaveBeenCalled();
});

test('a missing right is named', async () => {
  const token = server.makeToken({ login: 'reader', rights: { contents: 'read', pull_requests: 'read' } });
  const host = open(token);
  const contents = await failureOf(host.begin(BRANCH, server.head('main')));
  expect(contents).toBeInstanceOf(ForbiddenError);
  expect(contents).toMatchObject({ right: 'contents' });
  expect(allOf(contents)).toContain('“Contents: read and write”');
  const pulls = await failureOf(host.propose({ branch: BRANCH, title: 'x', body: '' }));
  expect(pulls).toMatchObject({ right: 'pull-requests' });
  expect(allOf(pulls)).toContain('“Pull requests: read and write”');
});

test('a repository that the token can’t see is one', async () => {
  const failure = await failureOf(open(server.makeToken({ login: 'bob' }), 'local/other').main());
  expect(failure).toBeInstanceOf(ForbiddenError);
  expect(allOf(failure)).toContain('can’t see the repository');
});

test('the limit says when to go on, of GraphQL and of REST', async () => {
  const host = open(server.makeToken({ login: 'busy' }));
  for (let sent = 0; sent < 30; sent++) await host.branch('words/none');
  for (const request of [() => host.branch('main'), () => host.pulls()]) {
    const failure = await failureOf(request());
    expect(failure).toBeInstanceOf(LimitError);
    expect((failure as LimitError).until).toBeGreaterThan(Date.now());
  }
});

test('too many changes in a minute are a limit, too', { tags: ['exhaustive'] }, async () => {
  const other = await startCodeHost({ limits: { writes: 1 } });
  try {
    const host = openCodeHost({ api: other.url, repository: other.repository }, other.makeToken({ login: 'ada' }));
    await host.begin(BRANCH, other.head('main'));
    expect(await failureOf(host.begin(`${BRANCH}-2`, other.head('main')))).toBeInstanceOf(LimitError);
  } finally {
    await other.close();
  }
});

test(
  'a host that is not there, and one that is another program, are unreachable',
  { tags: ['exhaustive'] },
  async () => {
    const token = server.makeToken({ login: 'ada' });
    const gone = await startCodeHost();
    await gone.close();
    expect(await failureOf(open(token, gone.repository, gone.url).main())).toBeInstanceOf(UnreachableError);
    for (const body of ['<html>Not JSON</html>', '{"data":{"repository":{}}}', '[]', '']) {
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
      expect(await failureOf(open(token).main())).toBeInstanceOf(UnreachableError);
      vi.restoreAllMocks();
    }
  },
);

test('no token is in an error, a log, an address or a storage, even if the host repeats it', async () => {
  const token = 'github_pat_1234567890_secret';
  const logs = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const logged = logs.map((name) => vi.spyOn(console, name).mockReturnValue());
  const answers = [
    () => Promise.reject(new TypeError(`Bearer ${token} is an invalid header value`)),
    () => Promise.resolve(Response.json({ message: `Bad value ${token}` }, { status: 422 })),
    () => Promise.resolve(Response.json({ message: `Rule ${token}` }, { status: 403 })),
    () => Promise.resolve(Response.json({ errors: [{ type: 'UNPROCESSABLE', message: `No ${token}` }], data: null })),
    () => Promise.resolve(Response.json({ message: 'x', errors: [token, { message: token }] }, { status: 422 })),
    () => Promise.resolve(Response.json({ data: { repository: { [token]: token } } })),
    () => Promise.resolve(new Response(token, { status: 500 })),
  ];
  for (const answer of answers)
    for (const request of REQUESTS) {
      const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
      const failure = await failureOf(request(open(token)));
      if (failure !== undefined) expect(failure).toBeInstanceOf(CodeHostError);
      expect(allOf(failure)).not.toContain(token);
      for (const [address, options] of sent.mock.calls) {
        expect(addressOf(address)).not.toContain(token);
        expect(typeof options?.body === 'string' ? options.body : '').not.toContain(token);
      }
      expect(sent).toHaveBeenCalled();
      vi.mocked(globalThis.fetch).mockRestore();
    }
  for (const log of logged) expect(log).not.toHaveBeenCalled();
});

test('the host’s own sentence is told', async () => {
  const said = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ message: 'Too long' }, { status: 422 }));
  const failure = await failureOf(open('token').update({ number: 1, title: '', body: '' }));
  expect(said).toHaveBeenCalled();
  expect(failure).toBeInstanceOf(InvalidError);
  expect(allOf(failure)).toContain('Too long.');
});

test('where drafts are not supported, an ordinary pull request is opened', async () => {
  const pull = {
    node_id: 'x',
    number: 1,
    title: 'x',
    body: null,
    draft: false,
    state: 'open',
    html_url: 'https://github.com/acme/site/pull/1',
    updated_at: '2026-01-01T00:00:00Z',
    user: null,
    head: { ref: BRANCH, sha: COMMIT, repo: null },
  };
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, options) => {
    const body = JSON.parse(typeof options?.body === 'string' ? options.body : '{}') as { draft?: boolean };
    if (addressOf(address).endsWith('/graphql'))
      return Promise.resolve(
        Response.json({
          data: {
            repository: { viewerPermission: 'WRITE', defaultBranchRef: { name: 'main', target: { oid: COMMIT } } },
          },
        }),
      );
    bodies.push(body.draft);
    if (!body.draft) return Promise.resolve(Response.json(pull, { status: 201 }));
    const message = 'Draft pull requests are not supported in this repository.';
    return Promise.resolve(Response.json({ message }, { status: 422 }));
  });
  expect(await open('token').propose({ branch: BRANCH, title: 'x', body: '' })).toMatchObject({ draft: false });
  expect(bodies).toEqual([true, false]);
});
