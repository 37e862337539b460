import type { AuthChangeEvent } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../tools/local/auth/totp.ts';
import {
  claimsOf,
  IS_LOCAL,
  openSignIn,
  setUpFactor,
  showFactor,
  signIn,
  tokenOf,
  withBothFactors,
  withStaff,
  wrongCode,
  type SignIn,
} from '../setup/sign-in.ts';

let project: SignIn;
beforeAll(async () => {
  project = await openSignIn();
});
afterAll(() => project.stop());

/** Data and error of a refused call. */
const refused = (status: number, code: string, message: string) => ({
  data: null,
  error: expect.objectContaining({ status, code, message }) as unknown,
});

/** A client that is signed in with a password, and a factor that it has added but not verified. */
async function withNewFactor(ip?: string) {
  const account = await project.account();
  const client = project.client(ip);
  await signIn(client, account);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone', issuer: 'Desk' });
  if (error) throw error;
  return { account, client, enrolled: data, factorId: data.id, secret: data.totp.secret };
}

describe('a factor', () => {
  it('is added with a secret as a picture, as text, and as an address for the app', async () => {
    const { account, enrolled } = await withNewFactor();
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'phone' });
    const { qr_code, secret, uri } = enrolled.totp;
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<(\?xml|svg)[^]*<\/svg>\s*$/);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, searchParams, pathname } = new URL(uri);
    expect([protocol, decodeURIComponent(pathname).replace(/^\/*(totp\/)?/, '')]).toEqual([
      'otpauth:',
      `Desk:${account.email}`,
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      algorithm: 'SHA1',
      digits: '6',
      issuer: 'Desk',
      period: '30',
      secret,
    });
  });

  it('counts once a code was verified: aal2, and the event MFA_CHALLENGE_VERIFIED', async () => {
    const { client, factorId, secret } = await withNewFactor();
    const events: AuthChangeEvent[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({ totp: [], all: [{ status: 'unverified' }] });
    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeAt(secret, Date.now()) });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      expires_in: 900,
      user: { factors: [{ id: factorId, factor_type: 'totp', friendly_name: 'phone', status: 'verified' }] },
    });
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(claimsOf(await tokenOf(client))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }]);
  });

  it('is asked for when its owner signs in again: next level aal2', async () => {
    const { account, factor } = await withBothFactors(project);
    const client = project.client();
    await signIn(client, account);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'another' })).toEqual(
      refused(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
    );
    expect(await client.auth.mfa.unenroll({ factorId: factor.id })).toEqual(
      refused(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
    );
  });

  it('that is verified ends the owner’s sessions without it, and deletes unverified ones', async () => {
    const account = await project.account();
    const [client, other] = [project.client(), project.client()];
    await signIn(client, account);
    await signIn(other, account);
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'left over' });
    const factor = await setUpFactor(client);
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    // One that has shown it stays.
    const third = project.client();
    await signIn(third, account);
    await showFactor(third, factor);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('that is removed takes its sessions to aal1', async () => {
    const { client, factor } = await withBothFactors(project);
    expect(await client.auth.mfa.unenroll({ factorId: factor.id })).toEqual({ data: { id: factor.id }, error: null });
    const { data } = await client.auth.refreshSession();
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(data.user?.factors ?? []).toEqual([]);
  });

  it('that the team removes does so, too', { tags: ['exhaustive'] }, async () => {
    const { account, client, factor } = await withBothFactors(project);
    const { admin } = project.team.auth;
    expect((await admin.mfa.listFactors({ userId: account.id })).data?.factors).toMatchObject([{ id: factor.id }]);
    expect((await admin.mfa.deleteFactor({ userId: account.id, id: factor.id })).error).toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1' });
  });

  it('with the name of another, by phone, or of an unknown kind is refused', { tags: ['exhaustive'] }, async () => {
    const { client } = await withNewFactor();
    const { mfa } = client.auth;
    expect(await mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })).toEqual(
      refused(422, 'mfa_factor_name_conflict', 'A factor with the friendly name "phone" for this user already exists'),
    );
    expect(await mfa.enroll({ factorType: 'phone', phone: '+15550100', friendlyName: 'other' })).toEqual(
      refused(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
    );
    expect(await mfa.enroll({ factorType: 'pigeon' as 'totp', friendlyName: 'other' })).toEqual(
      refused(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'),
    );
  });

  it('is one of ten at most', { tags: ['exhaustive'] }, async () => {
    const { client } = await withNewFactor();
    for (let count = 2; count <= 10; count++)
      expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `${count}` })).error).toBeNull();
    expect(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: '11' })).toEqual(
      refused(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue'),
    );
  });

  it.runIf(IS_LOCAL)('that is not verified within five minutes is deleted', { tags: ['exhaustive'] }, async () => {
    const { client, factorId } = await withNewFactor();
    const { database } = project.stack();
    await database`update auth.mfa_factors set created_at = now() - interval '299 seconds' where id = ${factorId}`;
    const again = () => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    expect((await again()).error?.code).toBe('mfa_factor_name_conflict');
    await database`update auth.mfa_factors set created_at = now() - interval '301 seconds' where id = ${factorId}`;
    expect((await again()).error).toBeNull();
  });

  it('of somebody else is not found', async () => {
    const { client } = await withNewFactor();
    const { factorId, secret } = await withNewFactor();
    expect(await client.auth.mfa.challenge({ factorId })).toEqual(
      refused(404, 'mfa_factor_not_found', 'Factor not found'),
    );
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'mfa_factor_not_found' });
    const answer = { factorId, challengeId: crypto.randomUUID(), code: codeAt(secret, Date.now()) };
    expect((await client.auth.mfa.verify(answer)).error).toMatchObject({ code: 'mfa_factor_not_found' });
    expect((await client.auth.mfa.challenge({ factorId: 'none' })).error).toMatchObject({
      status: 404,
      code: 'validation_failed',
    });
  });
});

describe('a challenge', () => {
  const challenge = async (client: Awaited<ReturnType<typeof withNewFactor>>['client'], factorId: string) => {
    const { data, error } = await client.auth.mfa.challenge({ factorId });
    if (error) throw error;
    return data;
  };
  const isOld = (id: string, seconds: number) =>
    project.stack()
      .database`update auth.mfa_challenges set created_at = now() - ${seconds} * interval '1 second' where id = ${id}`;
  const USED = refused(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');

  it('can be answered for five minutes, and with a wrong code it stays open', async () => {
    const { client, factorId, secret } = await withNewFactor();
    const { id: challengeId, type, expires_at } = await challenge(client, factorId);
    expect(type).toBe('totp');
    expect(expires_at).toBeCloseTo(Date.now() / 1000 + 300, -1);
    const verify = (code: string) => client.auth.mfa.verify({ factorId, challengeId, code });
    expect(await verify(wrongCode(secret))).toEqual(
      refused(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
    );
    expect(await verify('')).toEqual(refused(400, 'validation_failed', 'Code needs to be non-empty'));
    expect((await verify(codeAt(secret, Date.now()))).error).toBeNull();
    expect(await verify(codeAt(secret, Date.now()))).toEqual(USED);
  });

  it(
    'can be answered with a code that was used before, if it is another challenge',
    { tags: ['exhaustive'] },
    async () => {
      const { client, factorId, secret } = await withNewFactor();
      const code = codeAt(secret, Date.now());
      for (let times = 0; times < 2; times++)
        expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    },
  );

  it('that is none can’t be answered', { tags: ['exhaustive'] }, async () => {
    const { client, factorId, secret } = await withNewFactor();
    const answer = { factorId, challengeId: crypto.randomUUID(), code: codeAt(secret, Date.now()) };
    expect(await client.auth.mfa.verify(answer)).toEqual(
      refused(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
    );
  });

  it.runIf(IS_LOCAL)(
    'of a factor that was left over when the first one was verified needs that one',
    { tags: ['exhaustive'] },
    async () => {
      const { account, client, factorId } = await withNewFactor();
      const code = (secret: string) => codeAt(secret, Date.now());
      const { data: first } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'first' });
      if (!first) throw new Error('There is no second factor.');
      await client.auth.mfa.challengeAndVerify({ factorId: first.id, code: code(first.totp.secret) });
      // As a request that was under way would leave it.
      await project.stack().database`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      select ${factorId}, user_id, 'left over', 'totp', 'unverified', secret, now(), now()
      from auth.mfa_factors where id = ${first.id}`;
      const other = project.client();
      await signIn(other, account);
      expect(
        (await other.auth.mfa.challengeAndVerify({ factorId, code: code(first.totp.secret) })).error,
      ).toMatchObject({
        status: 403,
        code: 'insufficient_aal',
      });
    },
  );

  it.runIf(IS_LOCAL)('can’t be answered after five minutes, or from another address', async () => {
    const ip = '10.77.0.1';
    const { client, factorId, secret } = await withNewFactor(ip);
    const { id: challengeId } = await challenge(client, factorId);
    const answer = { factorId, challengeId, code: codeAt(secret, Date.now()) };
    const elsewhere = project.client('10.77.0.2');
    const { data } = await client.auth.getSession();
    if (data.session) await elsewhere.auth.setSession(data.session);
    expect(await elsewhere.auth.mfa.verify(answer)).toEqual(USED);
    await isOld(challengeId, 301);
    expect(await client.auth.mfa.verify(answer)).toEqual(
      refused(
        422,
        'mfa_challenge_expired',
        `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
      ),
    );
    expect((await client.auth.mfa.verify(answer)).error).toMatchObject({ code: 'mfa_factor_not_found' });
    const { id } = await challenge(client, factorId);
    await isOld(id, 299);
    expect((await client.auth.mfa.verify({ ...answer, challengeId: id })).error).toBeNull();
  });

  // Whoever has a password could try codes for it from many addresses.
  it.runIf(IS_LOCAL)('is refused after ten seconds, whatever the code, and another one can be answered', async () => {
    const { client, factorId, secret } = await withNewFactor();
    const answerAfter = async (seconds: number, code: string) => {
      const { id: challengeId } = await challenge(client, factorId);
      await project.stack().database`
        update auth.mfa_challenges set created_at = created_at - ${seconds} * interval '1 second' where id = ${challengeId}`;
      return (await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code;
    };
    expect(await answerAfter(11, wrongCode(secret))).toBe('mfa_challenge_expired');
    expect(await answerAfter(11, codeAt(secret, Date.now()))).toBe('mfa_challenge_expired');
    expect(await answerAfter(0, codeAt(secret, Date.now()))).toBeUndefined();
  });

  it.runIf(IS_LOCAL)(
    'too many without an answer end all rights, whatever is deleted later',
    { tags: ['exhaustive'] },
    async () => {
      const { account, client, factor } = await withStaff(project);
      const isStaff = async () => (await client.rpc('desk_colleagues')).error === null;
      const { database } = project.stack();
      const guesses = (count: number) => database`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), ${factor.id}, now(), '192.0.2.1' from generate_series(1, ${count})`;
      await guesses(10);
      await database`delete from auth.mfa_challenges where verified_at is null`;
      // One that is answered is no guess.
      await showFactor(client, factor);
      expect(await isStaff()).toBe(true);
      await guesses(2);
      expect(await isStaff()).toBe(false);

      // Whoever has found a code sets up a factor of their own, removes the owner's, and waits.
      const guesser = project.client();
      await signIn(guesser, account);
      await showFactor(guesser, factor);
      await setUpFactor(guesser, 'own');
      expect((await guesser.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
      await database`update private.challenges set at = at - interval '31 days'`;
      await guesser.auth.refreshSession();
      expect((await guesser.rpc('desk_colleagues')).error).toMatchObject({ code: '42501' });
      expect((await guesser.rpc('desk_account')).data).toMatchObject({ staff: false });
    },
  );

  it('is answered at most fifteen times a minute from one address: the sixteenth code is refused, wrong or right', async () => {
    const { client, factorId, secret } = await withNewFactor();
    const { id: challengeId } = await challenge(client, factorId);
    const codes: unknown[] = [];
    // A hosted project lets thirty pass at once.
    while (codes.length < 60 && codes.at(-1) !== 'over_request_rate_limit')
      codes.push((await client.auth.mfa.verify({ factorId, challengeId, code: wrongCode(secret) })).error?.code);
    expect(await client.auth.mfa.verify({ factorId, challengeId, code: codeAt(secret, Date.now()) })).toEqual(
      refused(429, 'over_request_rate_limit', 'Request rate limit reached'),
    );
    if (IS_LOCAL)
      expect(codes).toEqual([...Array<string>(15).fill('mfa_verification_failed'), 'over_request_rate_limit']);
  });
});
