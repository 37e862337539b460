import { afterEach, describe, expect, it } from 'vitest';
import { startCodeHost, type TestCodeHost } from '../../../tests/setup/code-host.ts';
import type { CodeHostOptions, Rights } from './options.ts';

let host: TestCodeHost;
afterEach(() => host.close());
const start = async (options?: Partial<CodeHostOptions>) => {
  host = await startCodeHost(options);
  return host;
};

const LACKS = 'Resource not accessible by personal access token';

describe('without a right', () => {
  const none: Partial<Rights> = { contents: 'none', pull_requests: 'none', statuses: 'none', deployments: 'none' };

  it('every request for it is 403, before anything else is checked', async () => {
    await start();
    const nobody = host.person({ rights: none });
    for (const [method, path, needs] of [
      ['POST', 'git/refs', 'contents=write'],
      ['GET', 'compare/main...main', 'contents=read'],
      ['GET', 'commits/main', 'contents=read'],
      ['GET', 'pulls', 'pull_requests=read'],
      ['POST', 'pulls', 'pull_requests=write'],
      ['PATCH', 'pulls/1', 'pull_requests=read'],
      ['GET', 'commits/main/status', 'statuses=read'],
      ['GET', 'commits/main/check-runs', 'checks=read'],
      ['GET', 'deployments', 'deployments=read'],
    ] as const) {
      const { status, body, headers } = await nobody.rest(method, path, method === 'GET' ? undefined : {});
      expect([status, body['message']], path).toEqual([403, LACKS]);
      expect(headers.get('x-accepted-github-permissions')).toBe(needs);
    }
    const asked = `{ repository(owner: "local", name: "site") { viewerPermission ref(qualifiedName: "main") { name } } }`;
    expect(await nobody.graphql(asked)).toMatchObject({
      data: { repository: { viewerPermission: 'WRITE', ref: null } },
      errors: [{ type: 'FORBIDDEN', message: LACKS, path: ['repository', 'ref'] }],
    });
  });

  it('a token that only reads changes nothing', async () => {
    await start();
    const reader = host.person({ rights: { contents: 'read', pull_requests: 'read' } });
    expect((await reader.branch('words/x')).status).toBe(403);
    await host.person().branch('words/x');
    const { errors } = await reader.commit('words/x', { 'content/site.yaml': 'x' });
    expect(errors).toMatchObject([{ type: 'FORBIDDEN' }]);
    expect(host.head('words/x')).toBe(host.head('main'));
  });
});

describe('a token', () => {
  it('is refused if it is missing, unknown or expired, and says when it expires', async () => {
    let now = Date.UTC(2026, 10, 26, 12);
    await start({ now: () => now });
    const ada = host.person({ expires: now + 60_000 });
    const { body, headers } = await ada.rest('GET', '/user');
    expect(body['login']).toBe('ada');
    expect(headers.get('github-authentication-token-expiration')).toBe('2026-11-26 12:01:00 UTC');
    now += 60_000;
    expect(await ada.rest('GET', '/user')).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
    const user = (authorization: string) => fetch(`${host.url}/user`, { headers: { authorization } });
    expect((await user('Bearer github_pat_nobody')).status).toBe(401);
    expect((await user(`Basic ${ada.token}`)).status).toBe(401);
    expect((await fetch(`${host.url}/graphql`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('may ask so often in an hour', async () => {
    let now = Date.UTC(2026, 10, 26, 12);
    await start({ now: () => now, limits: { requests: 2 } });
    const ada = host.person();
    expect((await ada.rest('GET', '/user')).headers.get('x-ratelimit-remaining')).toBe('1');
    await ada.graphql('{ viewer { login } }');
    const refused = await ada.rest('GET', '/user');
    expect(refused).toMatchObject({ status: 403, body: { message: /^API rate limit exceeded/ } });
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe(now / 1000 + 3600);
    expect(await ada.graphql('{ viewer { login } }')).toMatchObject({ errors: [{ type: 'RATE_LIMIT' }] });
    expect((await host.person({ login: 'ben' }).rest('GET', '/user')).status).toBe(200);
    now += 3_600_000;
    expect((await ada.rest('GET', '/user')).status).toBe(200);
  });

  it('may change so much in a minute', async () => {
    await start({ limits: { writes: 2 } });
    const ada = host.person();
    await ada.branch('words/one');
    await ada.commit('words/one', { 'content/site.yaml': 'x' });
    const refused = await ada.branch('words/two');
    expect(refused).toMatchObject({ status: 403, body: { message: /secondary rate limit/ } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ada.rest('GET', 'pulls')).status).toBe(200);
  });
});

describe('reports of builds', () => {
  it('the newest status of each context counts, and a deployment has its statuses, the newest first', async () => {
    await start();
    const ada = host.person();
    const commit = host.head('main');
    host.reportStatus(commit, { context: 'site', state: 'pending' });
    host.reportStatus(commit, { context: 'other', state: 'success' });
    expect((await ada.rest('GET', 'commits/main/status')).body).toMatchObject({ state: 'pending', total_count: 2 });
    host.reportStatus(commit, { context: 'site', state: 'failure', description: 'No heading.' });
    expect((await ada.rest('GET', `commits/${commit}/status`)).body).toMatchObject({
      state: 'failure',
      sha: commit,
      statuses: [{ context: 'site', state: 'failure', description: 'No heading.' }, { context: 'other' }],
    });

    host.reportDeployment(commit, { environment: 'preview', state: 'in_progress' });
    host.reportDeployment(commit, { environment: 'preview', state: 'success', environment_url: 'http://localhost:1' });
    const { body } = await ada.rest<{ id: number }[]>('GET', `deployments?sha=${commit}`);
    expect(body).toMatchObject([{ sha: commit, environment: 'preview' }]);
    expect((await ada.rest('GET', `deployments/${body[0]?.id}/statuses`)).body).toMatchObject([
      { state: 'success', environment_url: 'http://localhost:1' },
      { state: 'in_progress' },
    ]);
    expect((await ada.rest('GET', `deployments?sha=${'0'.repeat(40)}`)).body).toEqual([]);
  });
});
