import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSigningKey, type Claims } from '../../tools/local/auth/signing-key.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { claimsOf, IS_LOCAL, openSignIn, signIn, tokenOf, type SignIn } from '../setup/sign-in.ts';

let project: SignIn;
let client: ReturnType<SignIn['client']>;
let token: string;
beforeAll(async () => {
  project = await openSignIn();
  client = project.client();
  await signIn(client, await project.account());
  token = await tokenOf(client);
});
afterAll(() => project.stop());
afterEach(() => void vi.useRealTimers());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const headerOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()) as object;
/** The claims of the token with some changed, and another header if given, signed by a function. */
function forged(claims: object, header: object, signWith: (signed: string) => string): string {
  const signed = `${encode({ ...headerOf(token), ...header })}.${encode({ ...claimsOf(token), ...claims })}`;
  return `${signed}.${signWith(signed)}`;
}
const hmac = (secret: string) => (signed: string) => createHmac('sha256', secret).update(signed).digest('base64url');
function otherKey(signed: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
const ownSignature = () => token.split('.')[2] ?? '';

/** Tokens that give no access, by what is wrong with them. */
const BAD: Record<string, () => string> = {
  altered: () => forged({ aal: 'aal2' }, {}, ownSignature),
  'altered in its last letters': () => `${token.slice(0, -4)}AAAA`,
  unsigned: () => forged({}, {}, () => ''),
  'unsigned, and says so': () => forged({}, { alg: 'none' }, () => ''),
  'signed with a guessed secret': () =>
    forged({}, { alg: 'HS256', typ: 'JWT' }, hmac('super-secret-jwt-token-with-at-least-32-characters-long')),
  'signed with the public key': () => forged({}, { alg: 'HS256' }, hmac(project.key)),
  'of another key': () => forged({}, {}, otherKey),
  'of another key, with its own id': () => forged({}, { kid: 'another' }, otherKey),
  'no token': () => 'a.b.c',
};

describe('getClaims', () => {
  it('checks a token with the published key, which may be kept for ten minutes', async () => {
    const { data, error } = await client.auth.getClaims(token);
    expect(error).toBeNull();
    expect(data?.claims).toEqual(claimsOf(token));
    expect(data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) as string });
    const published = await fetch(`${project.url}/auth/v1/.well-known/jwks.json`);
    expect(published.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = (await published.json()) as { keys: Record<string, unknown>[] };
    expect(keys.map(({ kid }) => kid)).toContain(data?.header.kid);
    for (const key of keys) expect(key).not.toHaveProperty('d');
  });

  it('refuses an altered token', async () => {
    const { data, error } = await client.auth.getClaims(BAD['altered']?.());
    expect(data).toBeNull();
    expect(error).toMatchObject({
      name: 'AuthInvalidJwtError',
      code: 'invalid_jwt',
      status: 400,
      message: 'Invalid JWT signature',
    });
  });

  it('refuses a token that has expired, unless expired ones are allowed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600 * 1000 });
    const { data, error } = await client.auth.getClaims(token);
    expect(data).toBeNull();
    expect(error?.message ?? '').toBe('JWT has expired');
    const allowed = await client.auth.getClaims(token, { allowExpired: true });
    expect(allowed.data?.claims.sub).toBe(claimsOf(token)['sub']);
  });

  it('asks the server about a token of an unknown key', async () => {
    const { data, error } = await client.auth.getClaims(BAD['of another key, with its own id']?.());
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
  });
});

describe('a token', () => {
  /** The answers of every service to a token. */
  const ask = (authorization: string) => {
    const headers = {
      apikey: project.key,
      authorization: `Bearer ${authorization}`,
      'content-type': 'application/json',
    };
    return Promise.all([
      fetch(`${project.url}/rest/v1/contact_submissions?select=id&limit=1`, { headers }),
      fetch(`${project.url}/rest/v1/rpc/desk_account`, { method: 'POST', headers, body: '{}' }),
      fetch(`${project.url}/auth/v1/user`, { headers }),
      fetch(`${project.url}/storage/v1/object/authenticated/resumes/x/resume.pdf`, { headers }),
    ]);
  };

  it('of somebody who is signed in is accepted', async () => {
    const [table, call, user] = await ask(token);
    expect([table.status, call.status, user.status]).toEqual([403, 200, 200]);
    // Signed in, but not staff.
    expect(await call.json()).toEqual({ staff: false, must_change_password: false, session_over: false });
  });

  it.each(Object.keys(BAD))('that is %s is refused by every service', async (what) => {
    const [table, call, user, file] = await ask(BAD[what]?.() ?? '');
    for (const answer of [table, call]) {
      expect(answer.status).toBe(401);
      expect(((await answer.json()) as { code: string }).code).toBe('PGRST301');
    }
    expect(user.status).toBe(403);
    expect(await user.json()).toMatchObject({ error_code: 'bad_jwt' });
    expect([400, 401, 403]).toContain(file.status);
  });

  it.runIf(IS_LOCAL)('that has expired is refused by every service', async () => {
    const key = makeSigningKey(localKeys(project.stack().folder).signing);
    const claims = claimsOf(token) as Claims;
    const [table, call, user, file] = await ask(key.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }));
    for (const answer of [table, call]) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
    }
    expect(user.status).toBe(403);
    expect([400, 401, 403]).toContain(file.status);
  });

  it.runIf(IS_LOCAL)('of @supabase/lite itself, with its secret, is refused: only one key signs', async () => {
    const { jwtSecret } = localKeys(project.stack().folder);
    const own = forged({ role: 'service_role' }, { alg: 'HS256', kid: undefined }, hmac(jwtSecret));
    for (const answer of await ask(own)) expect([400, 401, 403]).toContain(answer.status);
  });

  it.runIf(IS_LOCAL)('is still good after a restart', { tags: ['exhaustive'] }, async () => {
    const { backend } = project.stack();
    const before = backend.pid();
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(backend.pid()).not.toBe(before), { timeout: 10_000 });
    const [, call] = await ask(token);
    expect(call.status).toBe(200);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});

describe('the routes for the team', () => {
  const users = (headers: Record<string, string>) => fetch(`${project.url}/auth/v1/admin/users`, { headers });
  const answerOf = async (headers: Record<string, string>) => {
    const response = await users(headers);
    return [response.status, ((await response.json()) as { error_code?: string }).error_code];
  };

  it('need the secret key, which a token of a person outranks', async () => {
    const { key, secretKey } = project;
    expect((await users({ apikey: secretKey, authorization: `Bearer ${secretKey}` })).status).toBe(200);
    expect(await answerOf({ apikey: key, authorization: `Bearer ${key}` })).toEqual([403, 'not_admin']);
    expect(await answerOf({ apikey: key, authorization: `Bearer ${token}` })).toEqual([403, 'not_admin']);
    expect(await answerOf({ apikey: secretKey, authorization: `Bearer ${token}` })).toEqual([403, 'not_admin']);
    expect((await users({ apikey: 'sb_secret_made_up' })).status).toBe(401);
    expect((await users({})).status).toBe(401);
    const browser = { apikey: secretKey, 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' };
    expect((await users(browser)).status).toBe(401);
  });

  it('make, find, change and remove accounts', async () => {
    const { admin } = project.team.auth;
    const account = await project.account();
    const { email } = account;
    expect((await admin.createUser({ email, password: 'correct horse battery' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    });
    expect((await admin.createUser({ email: 'none', password: 'correct horse battery' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await admin.getUserById(account.id)).data.user).toMatchObject({ id: account.id, email });
    const { data: first } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(first.users).toMatchObject([{ email }]);
    expect(first).toMatchObject({ aud: 'authenticated', nextPage: 2 });
    expect((await admin.updateUserById(account.id, { password: 'short' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
    });
    const own = project.client();
    await signIn(own, account);
    const password = `another ${account.password}`;
    expect((await admin.updateUserById(account.id, { password })).error).toBeNull();
    expect((await own.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    await signIn(own, { ...account, password });
    expect((await admin.deleteUser(account.id)).error).toBeNull();
    expect((await own.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' });
    expect((await admin.getUserById(account.id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('of an account that is not confirmed don’t let it sign in', async () => {
    const { admin } = project.team.auth;
    const unconfirmed = { email: `unconfirmed-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
    const { data } = await admin.createUser(unconfirmed);
    expect((await project.client().auth.signInWithPassword(unconfirmed)).error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
    });
    await admin.deleteUser(data.user?.id ?? '');
  });
});

it('a page of any site may sign in with the public key, and never with cookies', async () => {
  const preflight = await fetch(`${project.url}/auth/v1/token?grant_type=password`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    },
  });
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  for (const name of ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'])
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name);
});
