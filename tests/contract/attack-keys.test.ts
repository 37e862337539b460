import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParts } from '../../functions/_shared/parts.ts';
import { makeHandler as makeCallReport } from '../../functions/call-report/handler.ts';
import { makeHandler as makeSweep } from '../../functions/request-sweep/handler.ts';
import { makeHandler as makeRequestNotification } from '../../functions/request-notification/handler.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { reportWith } from '../setup/attacked-forms.ts';
import { startStack, submission, type Stack } from '../setup/stack.ts';

let stack: Stack;
let stored: Record<string, unknown>;
beforeAll(async () => {
  stack = await startStack();
  stored = submission({ name: 'Somebody else' });
  await stack.visitor().from('contact_submissions').insert(stored);
});
afterAll(() => stack.stop());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token for a role, signed with HMAC-SHA-256 unless `alg` is none. */
function token(role: string, secret: string, { alg = 'HS256', expiresIn = 3600 } = {}): string {
  const signed = `${encode({ alg, typ: 'JWT' })}.${encode({ role, exp: Math.floor(Date.now() / 1000) + expiresIn })}`;
  return `${signed}.${alg === 'none' ? '' : createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Invalid keys, by what is wrong with them. */
function badKeys(): Record<string, string> {
  const { jwtSecret } = localKeys(stack.folder);
  const { publishableKey } = stack.backend;
  return {
    'made up': 'sb_secret_0123456789abcdef0123456789abcdef',
    'the secret key without its last letter': stack.secretKey.slice(0, -1),
    'signed with another secret': token('service_role', 'another secret of thirty-two characters or more'),
    'signed with an empty secret': token('service_role', ''),
    'signed with the public key': token('service_role', publishableKey),
    'unsigned, and says so': token('service_role', '', { alg: 'none' }),
    'signed with an unknown algorithm': token('service_role', jwtSecret, { alg: 'HS1' }),
    expired: token('service_role', jwtSecret, { expiresIn: -60 }),
    'no token at all': 'a.b.c',
    'of a visitor': token('anon', jwtSecret),
  };
}
const BAD = [
  'made up', 'the secret key without its last letter', 'signed with another secret', 'signed with an empty secret',
  'signed with the public key', 'unsigned, and says so', 'signed with an unknown algorithm', 'expired', 'no token at all', 'of a visitor',
]; // prettier-ignore

/** Every route of Supabase's Auth API, and some beside it. */
const AUTH_ROUTES = [
  '', '/', '/signup', '/token?grant_type=password', '/token?grant_type=refresh_token', '/otp', '/magiclink', '/recover', '/resend',
  '/verify?type=magiclink&token=x', '/reauthenticate', '/user', '/logout', '/authorize?provider=github', '/callback', '/settings',
  '/health', '/invite', '/factors', '/sso', '/admin/users', '/admin/generate_link', '/.well-known/jwks.json', '//otp', '/OTP', '/x/../otp',
]; // prettier-ignore

/** The responses to attempts to read what visitors sent. */
async function read(headers: Record<string, string>) {
  const { apiUrl } = stack.backend;
  const answers = await Promise.all([
    fetch(`${apiUrl}/rest/v1/contact_submissions?select=*`, { headers }),
    fetch(`${apiUrl}/rest/v1/rpc/due_team_notifications`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"most":5}',
    }),
    fetch(`${apiUrl}/storage/v1/object/resumes/x/resume.pdf`, { headers }),
    fetch(`${apiUrl}/functions/v1/request-sweep`, { method: 'POST', headers, body: '{}' }),
    fetch(`${apiUrl}/functions/v1/call-report`, { method: 'POST', headers, body: JSON.stringify(reportWith('x')) }),
  ]);
  return Promise.all(
    answers.map(async (answer) => ({ url: answer.url, status: answer.status, text: await answer.text() })),
  );
}

describe('a key that is', () => {
  it.each(BAD)('%s gives no access, wherever it is sent', async (what) => {
    const key = badKeys()[what] ?? '';
    const { jwtSecret, secret, callReport } = localKeys(stack.folder);
    const { publishableKey: apikey } = stack.backend;
    for (const headers of [
      { apikey: key },
      { authorization: `Bearer ${key}` },
      { apikey, authorization: `Bearer ${key}` },
    ] as Record<string, string>[])
      for (const { url, status, text } of await read(headers)) {
        // The storage answers 400 for a file that does not exist.
        expect([400, 401, 403], `${url} ${text}`).toContain(status);
        for (const hidden of ['Somebody else', jwtSecret, secret, callReport]) expect(text).not.toContain(hidden);
      }
  });

  it('missing or empty gives no access', async () => {
    for (const headers of [
      {},
      { apikey: '' },
      { authorization: 'Bearer ' },
      { apikey: ' ', authorization: 'Basic eDp5' },
      { apikey: 'null' },
      { apikey: 'undefined' },
    ])
      for (const { url, status } of await read(headers)) expect([400, 401, 403], url).toContain(status);
  });

  it('public gives no access to what requires a secret key', async () => {
    const { publishableKey } = stack.backend;
    for (const { url, status, text } of await read({
      apikey: publishableKey,
      authorization: `Bearer ${publishableKey}`,
    })) {
      expect([400, 401, 403], url).toContain(status);
      expect(text).not.toContain('Somebody else');
    }
  });

  it('secret is rejected from a browser, and where a public key is expected', async () => {
    const { apiUrl } = stack.backend;
    const headers = { apikey: stack.secretKey };
    const path = `${apiUrl}/rest/v1/contact_submissions?select=name`;
    expect((await fetch(path, { headers })).status).toBe(200);
    expect(
      (await fetch(path, { headers: { ...headers, 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' } })).status,
    ).toBe(401);
    for (const name of ['contact-notification', 'request-notification']) {
      const body = JSON.stringify({ table: 'contact_submissions', id: stored['id'] });
      expect((await fetch(`${apiUrl}/functions/v1/${name}`, { method: 'POST', headers, body })).status, name).toBe(401);
    }
  });

  it('a signed-in visitor’s gives no more access than the public one', async () => {
    const signedIn = token('authenticated', localKeys(stack.folder).jwtSecret);
    const headers = { apikey: stack.backend.publishableKey, authorization: `Bearer ${signedIn}` };
    for (const { url, status, text } of await read(headers)) {
      expect([400, 401, 403], url).toContain(status);
      expect(text).not.toContain('Somebody else');
    }
  });

  it.each(['no', 'the public', 'the secret'])(
    'used to sign in opens nothing: with %s key, no route of the Auth API answers or creates an account',
    async (which) => {
      const { apiUrl, publishableKey } = stack.backend;
      const key = { no: '', 'the public': publishableKey, 'the secret': stack.secretKey }[which] ?? '';
      const body = JSON.stringify({ email: 'eve@evil.example', password: 'correct horse', create_user: true });
      for (const route of AUTH_ROUTES)
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
          const response = await fetch(`${apiUrl}/auth/v1${route}`, {
            method,
            headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            ...(['POST', 'PUT'].includes(method) && { body }),
            redirect: 'manual',
          });
          expect(response.status, `${method} ${route}`).toBe(404);
          expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
        }
      expect(await stack.database`select email from auth.users`).toEqual([]);
    },
  );
});

describe('a function whose keys are configured as empty', () => {
  /** A function's environment, with every key that it compares set to an empty value. */
  const parts = () => {
    const values: Record<string, string> = {
      SUPABASE_URL: stack.backend.apiUrl,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.secretKey, other: '' }),
      SUPABASE_PUBLISHABLE_KEYS: '{"default":""}',
      SUPABASE_SECRET_KEY: '',
      SUPABASE_PUBLISHABLE_KEY: '',
      CALL_REPORT_SECRET: '',
      TEAM_EMAIL: 'team@example.com',
      MAIL_FROM: 'Site <site@example.com>',
    };
    return openParts((name) => values[name], { send: () => Promise.resolve() });
  };

  it.each([
    ['request-sweep', makeSweep],
    ['call-report', makeCallReport],
    ['request-notification', makeRequestNotification],
  ] as const)('%s rejects a request without a key', async (_name, make) => {
    const handler = make(parts());
    for (const headers of [
      {},
      { apikey: '' },
      { authorization: 'Bearer ' },
      { 'x-vapi-secret': '' },
      { apikey: 'undefined' },
    ] as Record<string, string>[]) {
      const response = await handler(
        new Request('https://functions.example/x', { method: 'POST', headers, body: '{}' }),
      );
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain(stack.secretKey);
    }
  });
});
