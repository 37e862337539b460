import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCodeHost, type TestCodeHost } from '../../../tests/setup/code-host.ts';

const APP = { id: 'Iv1.test', secret: 'the-secret', callbacks: ['http://localhost:4321/edit'] };
const [CALLBACK = ''] = APP.callbacks;
const VERIFIER = randomBytes(32).toString('base64url');
const SENT = {
  client_id: APP.id,
  redirect_uri: CALLBACK,
  state: 'the state',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

let host: TestCodeHost;
let now = Date.now();
beforeAll(async () => {
  host = await startCodeHost({ app: APP, now: () => now });
});
afterAll(() => host.close());

const ask = (fields: object) =>
  fetch(`${host.url}/login/oauth/authorize?${new URLSearchParams({ ...fields }).toString()}`);

/** Presses a button on the page that asks, and returns where it leads. */
async function answer(fields: object, origin = host.url): Promise<URL | number> {
  const response = await fetch(`${host.url}/login/oauth/authorize`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ ...SENT, login: 'ada', answer: 'allow', ...fields }),
    redirect: 'manual',
  });
  return response.status === 302 ? new URL(response.headers.get('location') ?? '') : response.status;
}

async function newCode(): Promise<string> {
  const target = await answer({});
  return typeof target === 'number' ? '' : (target.searchParams.get('code') ?? '');
}

async function exchange(fields: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${host.url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: APP.id, client_secret: APP.secret, code_verifier: VERIFIER, ...fields }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('signing in with the App', () => {
  it('a person allows it, and the code is worth one token, for eight hours', async () => {
    const page = await ask(SENT);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('value="the state"');
    const target = await answer({});
    expect(String(target)).toMatch(/^http:\/\/localhost:4321\/edit\?code=\w+&state=the\+state$/);
    const code = typeof target === 'number' ? '' : (target.searchParams.get('code') ?? '');
    const { access_token, expires_in, token_type } = await exchange({ code, redirect_uri: CALLBACK });
    expect([token_type, expires_in]).toEqual(['bearer', 28_800]);
    expect(await exchange({ code })).toMatchObject({ error: 'bad_verification_code' });

    const ada = host.personWith(String(access_token));
    expect((await ada.rest('GET', '/user')).body['login']).toBe('ada');
    // Which a token that was pasted can't.
    expect((await ada.rest('GET', 'commits/main/check-runs')).body).toEqual({ total_count: 0, check_runs: [] });
    now += 28_800_000;
    expect((await ada.rest('GET', '/user')).status).toBe(401);
  });

  it('a person who does not allow it is sent back without a code', async () => {
    expect(String(await answer({ answer: 'cancel' }))).toMatch(/\/edit\?error=access_denied&.*&state=the\+state$/);
  });

  it('a code is worth nothing without the verifier or the secret, for another page, or after ten minutes', async () => {
    const wrong = { code_verifier: randomBytes(32).toString('base64url') };
    expect(await exchange({ code: await newCode(), ...wrong })).toMatchObject({ error: 'bad_verification_code' });
    const secret = { client_secret: 'another' };
    expect(await exchange({ code: await newCode(), ...secret })).toMatchObject({
      error: 'incorrect_client_credentials',
    });
    const page = { redirect_uri: 'http://localhost:1/edit' };
    expect(await exchange({ code: await newCode(), ...page })).toMatchObject({ error: 'redirect_uri_mismatch' });
    const late = await newCode();
    now += 600_000;
    expect(await exchange({ code: late })).toMatchObject({ error: 'bad_verification_code' });
  });

  it('nobody is asked for another App, another page, or without a challenge of S256', async () => {
    const { code_challenge: _, code_challenge_method: __, ...without } = SENT;
    expect((await ask(without)).status).toBe(400);
    expect((await ask({ ...SENT, client_id: 'Iv1.other' })).status).toBe(404);
    expect((await ask({ ...SENT, redirect_uri: `${CALLBACK}/below` })).status).toBe(400);
    expect((await ask({ ...SENT, code_challenge_method: 'plain' })).status).toBe(400);
    expect(await answer({ redirect_uri: 'http://localhost:1/' })).toBe(400);
    expect(await answer({ login: '--' })).toBe(422);
  });

  it('another page can neither press the button nor exchange a code', async () => {
    const origin = 'http://localhost:4321';
    expect(await answer({}, origin)).toBe(403);
    expect((await ask(SENT)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const { headers } = await fetch(`${host.url}/login/oauth/access_token`, { method: 'POST', headers: { origin } });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});
