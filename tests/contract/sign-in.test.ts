import { createClient, type AuthChangeEvent, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  claimsOf,
  IS_LOCAL,
  openSignIn,
  setUpFactor,
  showFactor,
  signIn,
  tokenOf,
  withBothFactors,
  type SignIn,
} from '../setup/sign-in.ts';

let project: SignIn;
beforeAll(async () => {
  project = await openSignIn();
});
afterAll(() => project.stop());

/** What a refused call returns as its error. */
const refused = (status: number, code: string, message: string): unknown =>
  expect.objectContaining({ status, code, message });

/** Every event of a client from now on. */
function eventsOf(client: SupabaseClient): AuthChangeEvent[] {
  const events: AuthChangeEvent[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  return events;
}

/** What `GET /user` answers to a token. */
async function userBy(token: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${project.url}/auth/v1/user`, {
    headers: { apikey: project.key, authorization: `Bearer ${token}` },
  });
  const { error_code } = (await response.json()) as { error_code?: string };
  return { status: response.status, code: error_code };
}

describe('a password', () => {
  it('signs in: a session at aal1, and the event SIGNED_IN', async () => {
    const account = await project.account();
    const client = project.client();
    const events = eventsOf(client);
    const { data, error } = await client.auth.signInWithPassword(account);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      token_type: 'bearer',
      expires_in: 900,
      refresh_token: expect.any(String) as string,
    });
    expect(data.session?.expires_at).toBeCloseTo(Date.now() / 1000 + 900, -1);
    expect(data.user).toMatchObject({
      id: account.id,
      email: account.email,
      role: 'authenticated',
      is_anonymous: false,
    });
    expect(events).toContain('SIGNED_IN');
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({
      iss: `${project.url}/auth/v1`,
      sub: account.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: account.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) as number }],
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: true },
      is_anonymous: false,
      session_id: expect.any(String) as string,
    });
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  it('that is wrong, or of nobody, is refused alike', async () => {
    const { email } = await project.account();
    for (const address of [email, `nobody.${email}`]) {
      const { data, error } = await project.client().auth.signInWithPassword({ email: address, password: 'wrong' });
      expect(data).toEqual({ user: null, session: null });
      expect(error).toEqual(refused(400, 'invalid_credentials', 'Invalid login credentials'));
    }
  });

  it('can be changed, which ends the other sessions', async () => {
    const account = await project.account();
    const [client, other] = [project.client(), project.client()];
    await signIn(client, account);
    await signIn(other, account);
    const password = `another ${account.password}`;
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect((await userBy(await tokenOf(client))).status).toBe(200);
    expect(await userBy(await tokenOf(other))).toEqual({ status: 403, code: 'session_not_found' });
    expect((await project.client().auth.signInWithPassword(account)).error).not.toBeNull();
    expect((await project.client().auth.signInWithPassword({ ...account, password })).error).toBeNull();
  });

  it('that is short, the same, or too long is refused', async () => {
    const account = await project.account();
    const client = project.client();
    await signIn(client, account);
    const change = async (password: string) => (await client.auth.updateUser({ password })).error;
    expect(await change('eleven char')).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      message: 'Password should be at least 12 characters.',
      reasons: ['length'],
    });
    expect(await change(account.password)).toEqual(
      refused(422, 'same_password', 'New password should be different from the old password.'),
    );
    expect(await change('x'.repeat(73))).toEqual(
      refused(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
    );
  });

  it('can’t be changed without the second factor by somebody who has one', async () => {
    const { account, client, factor } = await withBothFactors(project);
    const second = project.client();
    await signIn(second, account);
    const password = `another ${account.password}`;
    expect((await second.auth.updateUser({ password })).error).toEqual(
      refused(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.'),
    );
    await showFactor(second, factor);
    expect((await second.auth.updateUser({ password })).error).toBeNull();
    expect(await userBy(await tokenOf(client))).toEqual({ status: 403, code: 'session_not_found' });
  });
});

describe('a session', () => {
  it('is renewed with its refresh token, and keeps its level', async () => {
    const { client } = await withBothFactors(project);
    const before = claimsOf(await tokenOf(client));
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal2', session_id: before['session_id'] });
    expect((await client.auth.getUser()).data.user?.factors).toMatchObject([{ status: 'verified' }]);
  });

  // A hosted project revokes it, and accepts it until the next one is used.
  it.runIf(IS_LOCAL)('can’t be renewed with a refresh token from before the second factor', async () => {
    const account = await project.account();
    const client = project.client();
    const { refresh_token } = await signIn(client, account);
    await setUpFactor(client);
    const { data, error } = await project.client().auth.refreshSession({ refresh_token });
    expect(data).toEqual({ user: null, session: null });
    expect(error).toMatchObject({ status: 400 });
  });

  it(
    'can’t be renewed with one at the very moment at which the code is verified',
    { tags: ['exhaustive'] },
    async () => {
      for (let time = 0; time < 8; time++) {
        const account = await project.account();
        const client = project.client();
        const { refresh_token } = await signIn(client, account);
        const other = project.client();
        const [, { data }] = await Promise.all([setUpFactor(client), other.auth.refreshSession({ refresh_token })]);
        if (data.session) expect(claimsOf(data.session.access_token)).toMatchObject({ aal: 'aal1' });
        expect((await other.auth.refreshSession()).data.session).toBeNull();
      }
    },
  );

  it.runIf(IS_LOCAL)(
    'that began half a day ago is over: it leads to no new token, factor or password',
    { tags: ['exhaustive'] },
    async () => {
      const { client } = await withBothFactors(project);
      const { database } = project.stack();
      const { data } = await client.auth.getSession();
      const { access_token = '', refresh_token = '' } = data.session ?? {};
      const session = String(claimsOf(access_token)['session_id']);
      await database`update auth.sessions set created_at = now() - interval '12 hours' where id = ${session}`;
      const ask = async (method: string, path: string, body: object) => {
        const headers = {
          apikey: project.key,
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
        };
        const init = { method, headers, body: JSON.stringify(body) };
        return ((await (await fetch(`${project.url}/auth/v1/${path}`, init)).json()) as { error_code?: string })
          .error_code;
      };
      expect(await ask('POST', 'factors', { factor_type: 'totp', friendly_name: 'Another' })).toBe('session_not_found');
      expect(await ask('PUT', 'user', { password: 'a password of the thief' })).toBe('session_not_found');
      expect((await project.client().auth.refreshSession({ refresh_token })).data.session).toBeNull();
      // The sweep ends it for good.
      await database`select public.prepare_sweep()`;
      expect(await database`select from auth.sessions where id = ${session}`).toHaveLength(0);
      expect(await database`select from auth.refresh_tokens where session_id = ${session}`).toHaveLength(0);
    },
  );

  it('that never was can’t be renewed', async () => {
    const { error } = await project.client().auth.refreshSession({ refresh_token: crypto.randomUUID() });
    expect(error).toEqual(refused(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
  });

  it.each([
    ['local', [403, 200]],
    ['others', [200, 403]],
    ['global', [403, 403]],
  ] as const)('ends when somebody signs out: %s', async (scope, [own, other]) => {
    const account = await project.account();
    const [client, second] = [project.client(), project.client()];
    await signIn(client, account);
    await signIn(second, account);
    const tokens = [await tokenOf(client), await tokenOf(second)] as const;
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    expect((await userBy(tokens[0])).status).toBe(own);
    expect((await userBy(tokens[1])).status).toBe(other);
    if (other === 403) expect((await second.auth.refreshSession()).error).toMatchObject({ status: 400 });
  });
});

describe('a client', () => {
  it('without a key, or with a token of its own, says so', () => {
    expect(() => createClient(project.url, '')).toThrow('supabaseKey is required.');
    const client = createClient(project.url, project.key, { accessToken: () => Promise.resolve(null) });
    expect(() => client.auth.getSession()).toThrow(
      '@supabase/supabase-js: Supabase Client is configured with the accessToken option, accessing supabase.auth.getSession is not possible',
    );
  });
});

describe('too many passwords', () => {
  it('from one address are refused: the right one, too', async () => {
    const account = await project.account();
    const client = project.client();
    const codes: unknown[] = [];
    // A hosted project lets one more pass every two seconds.
    while (codes.length < 60 && codes.at(-1) !== 'over_request_rate_limit') {
      // Of nobody: their password takes no time to check.
      const { error } = await client.auth.signInWithPassword({ email: 'nobody@example.com', password: 'wrong' });
      codes.push(error?.code);
    }
    expect((await client.auth.signInWithPassword(account)).error).toEqual(
      refused(429, 'over_request_rate_limit', 'Request rate limit reached'),
    );
    if (!IS_LOCAL) return;
    expect(codes).toEqual([...Array<string>(30).fill('invalid_credentials'), 'over_request_rate_limit']);
    expect((await project.client().auth.signInWithPassword(account)).error).toBeNull();
  });
});
