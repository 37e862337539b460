import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../functions/_shared/environment.ts';
import { makeHandler } from '../../functions/edit-sign-in/handler.ts';
import { challengeOf, makeProof } from '../../src/apps/edit/session/pkce.ts';

const PAGE = 'https://example.com/edit';
const VERIFIER = 'v'.repeat(43);
const body = { code: 'code-1', verifier: VERIFIER, redirect: PAGE };

interface Asked {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  form: Record<string, string>;
}

/** The code host, which answers what a test wants. */
let asked: Asked[] = [];
let respond: (response: ServerResponse) => unknown;
const answerWith = (answer: unknown, status = 200) => {
  respond = (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
};
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    asked.push({ path: request.url, headers: request.headers, form });
    respond(response);
  });
});
let host: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const logged: string[] = [];
beforeEach(() => {
  asked = [];
  logged.length = 0;
  answerWith({ access_token: 'ghu_token', token_type: 'bearer', expires_in: 28_800, refresh_token: 'ghr_refresh' });
});

const SET: Record<string, string> = {
  SUPABASE_URL: 'http://localhost',
  SUPABASE_SECRET_KEY: 'secret',
  SUPABASE_PUBLISHABLE_KEY: 'key',
  TEAM_EMAIL: 'team@example.com',
  MAIL_FROM: 'a@example.com',
  SITE_URL: 'https://example.com',
};
const environment = (further: Record<string, string>) => readEnvironment((name) => ({ ...SET, ...further })[name]);
const app = () => ({ EDIT_APP_ID: 'app', EDIT_APP_SECRET: 'app-secret', CODE_HOST_URL: host });

async function signIn(
  sent: object = body,
  headers: Record<string, string> = {},
  settings: Record<string, string> = app(),
) {
  const handler = makeHandler({ environment: environment(settings), log: (line) => void logged.push(line) });
  const response = await handler(
    new Request('https://functions.example/edit-sign-in', {
      method: 'POST',
      headers: { apikey: 'key', origin: 'https://example.com', ...headers },
      body: JSON.stringify(sent),
    }),
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe('signing in with the App', () => {
  it('exchanges the code for a token, and says when it expires', async () => {
    const before = Date.now();
    const { status, headers, body: answer } = await signIn();
    expect({ status, answer }).toMatchObject({ status: 200, answer: { token: 'ghu_token' } });
    expect(Object.keys(answer as object)).toEqual(['token', 'expires']);
    expect(headers.get('cache-control')).toBe('no-store');
    const { expires } = answer as { expires: string };
    expect(Math.abs(Date.parse(expires) - before - 28_800_000)).toBeLessThan(5000);
    expect(asked).toMatchObject([{ path: '/login/oauth/access_token', headers: { accept: 'application/json' } }]);
    expect(asked[0]?.form).toEqual({
      client_id: 'app',
      client_secret: 'app-secret',
      code: 'code-1',
      redirect_uri: PAGE,
      code_verifier: VERIFIER,
    });
    expect(logged).toEqual([]);
  });

  it('says nothing about the end of a token that does not expire', async () => {
    answerWith({ access_token: 'ghu_token', token_type: 'bearer' });
    expect((await signIn()).body).toEqual({ token: 'ghu_token', expires: null });
  });

  it('gives a token to the page of the editor only', async () => {
    const foreign = ['https://evil.example', 'null', 'https://example.com.evil.example', 'http://example.com', ''];
    for (const origin of foreign) {
      const { status, headers } = await signIn(body, { origin });
      expect(status, origin).toBe(403);
      expect(headers.get('access-control-allow-origin'), origin).toBeNull();
    }
    for (const redirect of ['https://evil.example/edit', 'https://example.com/', `${PAGE}?x`, ''])
      expect((await signIn({ ...body, redirect })).status, redirect).toBe(403);
    expect(asked).toEqual([]);
    expect((await signIn()).headers.get('access-control-allow-origin')).toBe('https://example.com');
  });

  it('knows only the origin of its own, if the editor has one', async () => {
    const own = { ...app(), EDIT_ORIGIN: 'https://edit.example.com', ALLOWED_ORIGINS: 'https://example.com' };
    expect((await signIn(body, {}, own)).status).toBe(403);
    const there = { ...body, redirect: 'https://edit.example.com/' };
    expect((await signIn(there, {}, own)).status).toBe(403);
    const { status, headers } = await signIn(there, { origin: 'https://edit.example.com' }, own);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('https://edit.example.com');
  });

  it.each([
    ['a code that is not valid any more', { error: 'bad_verification_code', error_description: 'secret words' }],
    ['another verifier', { error: 'invalid_grant' }],
  ])('%s: says to sign in again', async (_what, answer) => {
    answerWith(answer);
    expect(await signIn()).toMatchObject({
      status: 400,
      body: { error: { code: 'code', message: 'This sign-in is not valid any more. Sign in again.' } },
    });
  });

  it.each([
    ['another secret of the App', { error: 'incorrect_client_credentials' }, 200],
    ['no answer of its kind', { message: 'app-secret code-1 ghu_token' }, 500],
    ['a token that is none', { access_token: 'a\r\nb', token_type: 'bearer' }, 200],
    ['a token of another kind', { access_token: 'ghu_token', token_type: 'mac' }, 200],
    ['nothing', null, 200],
  ])('%s: says to try again, and logs nothing that is secret', async (_what, answer, status) => {
    answerWith(answer, status);
    expect(await signIn()).toMatchObject({ status: 502, body: { error: { code: 'upstream' } } });
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toMatch(/app-secret|code-1|ghu_|v{43}/);
  });

  it('sends the secret nowhere else, even if it is redirected', async () => {
    respond = (response) => response.writeHead(307, { location: `${host}/elsewhere` }).end();
    expect((await signIn()).status).toBe(502);
    expect(asked.map(({ path }) => path)).toEqual(['/login/oauth/access_token']);
  });

  it.each([
    ['code', { ...body, code: 'a b' }],
    ['code', { ...body, code: '' }],
    ['verifier', { ...body, verifier: 'short' }],
    ['verifier', { code: 'code-1', redirect: PAGE }],
    ['redirect', { ...body, redirect: 5 }],
  ])('refuses another %s than that of a sign-in', async (field, sent) => {
    expect(await signIn(sent)).toMatchObject({ status: 400, body: { error: { code: 'field', field } } });
    expect(asked).toEqual([]);
  });

  it('needs the key of the site', async () => {
    expect((await signIn(body, { apikey: 'other' })).status).toBe(401);
    expect(asked).toEqual([]);
  });

  it('says that it is off without an App', async () => {
    expect(await signIn(body, {}, {})).toMatchObject({ status: 404, body: { error: { code: 'off' } } });
  });
});

describe('the settings of the App', () => {
  it('are both or neither, and GitHub is the code host', () => {
    expect(environment({}).editing).toBeUndefined();
    expect(environment({ EDIT_APP_ID: 'app', EDIT_APP_SECRET: 's' }).editing).toEqual({
      appId: 'app',
      appSecret: 's',
      host: 'https://github.com',
      page: PAGE,
    });
  });

  it.each([
    [{ EDIT_APP_SECRET: '' }, 'Set both EDIT_APP_ID and EDIT_APP_SECRET, or neither'],
    [{ EDIT_APP_ID: '' }, 'Set both EDIT_APP_ID and EDIT_APP_SECRET, or neither'],
    [{ CODE_HOST_URL: 'http://github.com' }, 'CODE_HOST_URL is "http://github.com" but must be an origin'],
    [{ CODE_HOST_URL: 'https://github.com/x' }, 'such as https://github.com.'],
    [{ EDIT_ORIGIN: 'https://example.com/edit' }, 'EDIT_ORIGIN is "https://example.com/edit" but must be an origin'],
  ])('are rejected with %j', (wrong, message) => {
    expect(() => environment({ EDIT_APP_ID: 'app', EDIT_APP_SECRET: 's', ...wrong })).toThrow(message);
  });
});

describe('the proof of a sign-in', () => {
  it('has the challenge of RFC 7636', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('is another one each time, in characters that addresses and the function take', async () => {
    const [one, other] = [await makeProof(), await makeProof()];
    expect(new Set([one.state, other.state, one.verifier, other.verifier]).size).toBe(4);
    for (const text of Object.values(one)) expect(text).toMatch(/^[\w-]{43}$/);
    expect(one.challenge).toBe(await challengeOf(one.verifier));
  });
});
