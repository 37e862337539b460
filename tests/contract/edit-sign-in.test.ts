import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnvironment } from '../../functions/_shared/environment.ts';
import { makeHandler } from '../../functions/edit-sign-in/handler.ts';
import { makeProof, type Proof } from '../../src/apps/edit/session/pkce.ts';
import { startCodeHost, type TestCodeHost } from '../setup/code-host.ts';

// The function with the web flow of a code host. What it refuses by itself is in tests/unit/edit-sign-in.test.ts.
const ORIGIN = 'http://localhost:4321';
const PAGE = `${ORIGIN}/edit`;
const APP = { id: 'app', secret: 'app-secret', callbacks: [PAGE] };

let host: TestCodeHost;
let now = Date.now();
beforeAll(async () => {
  host = await startCodeHost({ app: APP, now: () => now });
});
afterAll(() => host.close());

const logged: string[] = [];
const handler = (secret = APP.secret) => {
  const settings: Record<string, string> = {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_SECRET_KEY: 'secret',
    SUPABASE_PUBLISHABLE_KEY: 'key',
    TEAM_EMAIL: 'team@example.com',
    MAIL_FROM: 'a@example.com',
    SITE_URL: ORIGIN,
    EDIT_APP_ID: APP.id,
    EDIT_APP_SECRET: secret,
    CODE_HOST_URL: host.url,
  };
  return makeHandler({ environment: readEnvironment((name) => settings[name]), log: (line) => logged.push(line) });
};

/** What somebody who allows it brings back from the code host. */
async function allow({ state, challenge }: Proof, answer = 'allow'): Promise<URLSearchParams> {
  const fields = {
    client_id: APP.id,
    redirect_uri: PAGE,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const asking = await fetch(`${host.url}/login/oauth/authorize?${new URLSearchParams(fields).toString()}`);
  expect(asking.status).toBe(200);
  const response = await fetch(`${host.url}/login/oauth/authorize`, {
    method: 'POST',
    headers: { origin: host.url },
    body: new URLSearchParams({ ...fields, login: 'grace', answer }),
    redirect: 'manual',
  });
  const back = new URL(response.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(PAGE);
  expect(back.searchParams.get('state')).toBe(state);
  return back.searchParams;
}

async function signIn(code: string, verifier: string, secret?: string) {
  const response = await handler(secret)(
    new Request('https://functions.example/edit-sign-in', {
      method: 'POST',
      headers: { apikey: 'key', origin: ORIGIN },
      body: JSON.stringify({ code, verifier, redirect: PAGE }),
    }),
  );
  return { status: response.status, body: (await response.json()) as { token?: string; expires?: string } };
}

const REFUSED = { status: 400, body: { error: { code: 'code' } } };

it('signs in whoever allows it, until the token expires', async () => {
  const proof = await makeProof();
  const { status, body } = await signIn((await allow(proof)).get('code') ?? '', proof.verifier);
  expect(status).toBe(200);
  const person = host.personWith(body.token ?? '');
  expect((await person.rest('GET', '/user')).body).toMatchObject({ login: 'grace' });
  now = Date.parse(body.expires ?? '') + 60_000;
  expect((await person.rest('GET', '/user')).status).toBe(401);
});

it('takes a code once', async () => {
  const proof = await makeProof();
  const code = (await allow(proof)).get('code') ?? '';
  expect((await signIn(code, proof.verifier)).status).toBe(200);
  expect(await signIn(code, proof.verifier)).toMatchObject(REFUSED);
});

it('gives no token to somebody who has the code and not the verifier', async () => {
  const proof = await makeProof();
  const code = (await allow(proof)).get('code') ?? '';
  expect(await signIn(code, (await makeProof()).verifier)).toMatchObject(REFUSED);
});

it('gives none for a code that is ten minutes old', async () => {
  const proof = await makeProof();
  const code = (await allow(proof)).get('code') ?? '';
  now += 11 * 60_000;
  expect(await signIn(code, proof.verifier)).toMatchObject(REFUSED);
});

it('brings no code back from somebody who does not allow it', async () => {
  const back = await allow(await makeProof(), 'cancel');
  expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied' });
  expect(back.has('code')).toBe(false);
});

it('with another secret than that of the App fails, and logs the reason without it', async () => {
  const proof = await makeProof();
  const code = (await allow(proof)).get('code') ?? '';
  expect((await signIn(code, proof.verifier, 'wrong-secret')).status).toBe(502);
  expect(logged.join()).toContain('incorrect_client_credentials');
  expect(logged.join()).not.toMatch(/wrong-secret|ghu_/);
  expect(logged.join()).not.toContain(code);
});
