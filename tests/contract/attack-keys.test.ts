import { createHmac } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
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
]; // oxfmt-ignore

/** Routes of Supabase's Auth API that the product does not use, and some beside it. */
const CLOSED_ROUTES = [
  '', '/', '/signup', '/otp', '/magiclink', '/recover', '/resend', '/verify?type=magiclink&token=x', '/reauthenticate',
  '/authorize?provider=github', '/callback', '/settings', '/health', '/invite', '/sso', '/passkeys', '/admin/generate_link',
  '/admin/audit', '/admin/sso/providers', '/user/identities/authorize', '/.well-known/openid-configuration', '//otp',
  '/OTP', '/x/../otp', '//token', '/TOKEN', '/token/', '/%74oken/', '/user/', '/factors/x/y', '/admin', '/admin/users/x/y',
]; // oxfmt-ignore

/** A route that is open to people with a session, or to the team, and the methods that the product uses. */
const OPEN_ROUTES: Record<string, readonly string[]> = {
  '/token?grant_type=password': ['POST'],
  '/token?grant_type=refresh_token': ['POST'],
  '/user': ['GET', 'PUT'],
  '/logout': ['POST'],
  '/factors': ['POST'],
  '/factors/22a6c9a4-9a3b-4a53-9a41-2f25ef6dd1a5': ['DELETE'],
  '/factors/22a6c9a4-9a3b-4a53-9a41-2f25ef6dd1a5/verify': ['POST'],
  '/admin/users': ['GET', 'POST'],
  '/.well-known/jwks.json': ['GET'],
};

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

  it('a signed-in person’s gives no more access than the public one', async () => {
    const { email, password } = { email: 'eve@evil.example', password: 'correct horse battery' };
    const { apiUrl, publishableKey: apikey } = stack.backend;
    const { admin } = createClient(apiUrl, stack.secretKey).auth;
    const { data } = await admin.createUser({ email, password, email_confirm: true });
    const signedIn = await stack.visitor().auth.signInWithPassword({ email, password });
    const headers = { apikey, authorization: `Bearer ${signedIn.data.session?.access_token}` };
    for (const { url, status, text } of await read(headers)) {
      expect([400, 401, 403], url).toContain(status);
      expect(text).not.toContain('Somebody else');
    }
    await admin.deleteUser(data.user?.id ?? '');
  });

  it('made for a signed-in person with the secret of @supabase/lite is refused', async () => {
    const headers = {
      apikey: stack.backend.publishableKey,
      authorization: `Bearer ${token('authenticated', localKeys(stack.folder).jwtSecret)}`,
    };
    for (const { url, status } of await read(headers)) expect([400, 401, 403], url).toContain(status);
  });

  /** Calls a route of the Auth API. */
  const auth = (route: string, method: string, key: string) =>
    fetch(`${stack.backend.apiUrl}/auth/v1${route}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(['POST', 'PUT'].includes(method) && {
        body: JSON.stringify({ email: 'eve@evil.example', password: 'correct horse', create_user: true }),
      }),
      redirect: 'manual',
    });

  it.each(['no', 'the public', 'the secret'])(
    'used to sign in opens nothing else: with %s key, no route of the Auth API but those of sign-in answers, and none creates an account',
    async (which) => {
      const key = { no: '', 'the public': stack.backend.publishableKey, 'the secret': stack.secretKey }[which] ?? '';
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
      for (const route of CLOSED_ROUTES)
        for (const method of [...methods, 'OPTIONS'])
          expect((await auth(route, method, key)).status, `${method} ${route}`).toBe(404);
      for (const [route, used] of Object.entries(OPEN_ROUTES))
        for (const method of methods.filter((one) => !used.includes(one)))
          expect((await auth(route, method, key)).status, `${method} ${route}`).toBe(404);
      // With the secret key, the team can make accounts.
      const isTeam = which === 'the secret';
      for (const [route, used] of Object.entries(OPEN_ROUTES))
        for (const method of used)
          if (!route.endsWith('jwks.json') && !(isTeam && route.startsWith('/admin')))
            expect([400, 401, 403], `${method} ${route}`).toContain((await auth(route, method, key)).status);
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
