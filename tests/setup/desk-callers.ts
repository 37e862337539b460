import type { Sql } from 'postgres';
import { makeSigningKey, type Claims } from '../../tools/local/auth/signing-key.ts';
import { addPerson, claimsOf, sign, type Person } from './desk.ts';
import type { Stack } from './stack.ts';

/** What desk_account tells whoever is signed in. */
interface Account {
  staff: boolean;
  must_change_password: boolean;
  session_over: boolean;
}

/**
 * Somebody who asks for what only staff may have. `refused`: the API does not accept the token. `anonymous`: it is a
 * visitor. `signed-in`: the token is good, but gives no right. `team`: has the secret key.
 */
export type Caller = { headers: Record<string, string> } & (
  | { is: 'refused' | 'anonymous' | 'team' }
  | { is: 'signed-in'; claims: Claims; account: Account }
);

const NOBODY: Account = { staff: false, must_change_password: false, session_over: false };
const OVER: Account = { ...NOBODY, session_over: true };
const STAFF: Account = { ...NOBODY, staff: true };

const withToken = (stack: Stack, token: string) => ({
  apikey: stack.backend.publishableKey,
  authorization: `Bearer ${token}`,
});
const refused = (stack: Stack, token: string): Caller => ({ is: 'refused', headers: withToken(stack, token) });
const signedIn = (stack: Stack, claims: Claims, account: Account): Caller => ({
  is: 'signed-in',
  headers: withToken(stack, sign(stack, claims)),
  claims,
  account,
});

/** Staff with all rights, of which something was taken since the token was made. */
const staffWhose =
  (take: (sql: Sql, person: Person) => PromiseLike<unknown>, account: Account) =>
  async (stack: Stack): Promise<Caller> => {
    const person = await addPerson(stack.database);
    await take(stack.database, person);
    return signedIn(stack, claimsOf(person), account);
  };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOfStaff = async (stack: Stack) => claimsOf(await addPerson(stack.database));

export const TEAM = 'a program of the team with the secret key';
export const OUTSIDER = 'somebody with a second factor who is not staff';

/** Everybody who must not get anything. Each is otherwise like a member of staff with all rights. */
export const CALLERS: Readonly<Record<string, (stack: Stack) => Promise<Caller> | Caller>> = {
  'nobody, without a key': () => ({ is: 'refused', headers: {} }),
  'anybody with the public key': (stack) => ({
    is: 'anonymous',
    headers: withToken(stack, stack.backend.publishableKey),
  }),
  [TEAM]: ({ secretKey }) => ({
    is: 'team',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  }),
  'staff without a second factor': async (stack) =>
    signedIn(stack, claimsOf(await addPerson(stack.database, { hasFactor: false }), 'aal1'), STAFF),
  'staff without a second factor, whose token claims one': async (stack) =>
    signedIn(stack, claimsOf(await addPerson(stack.database, { hasFactor: false })), STAFF),
  'staff with the token from before the code was entered': async (stack) =>
    signedIn(stack, claimsOf(await addPerson(stack.database), 'aal1'), STAFF),
  [OUTSIDER]: async (stack) => signedIn(stack, claimsOf(await addPerson(stack.database, { isStaff: false })), NOBODY),
  'staff with the password that somebody else has chosen': async (stack) =>
    signedIn(stack, claimsOf(await addPerson(stack.database, { hasGivenPassword: true })), {
      ...STAFF,
      must_change_password: true,
    }),
  'staff that has signed out, but not on another machine': staffWhose(
    (sql, { session }) => sql`update auth.sessions set id = gen_random_uuid() where id = ${session}`,
    OVER,
  ),
  'staff whose session is over': staffWhose(
    (sql, { session }) => sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${session}`,
    OVER,
  ),
  'staff whose session began half a day ago': staffWhose(
    (sql, { session }) => sql`update auth.sessions set created_at = now() - interval '12 hours' where id = ${session}`,
    OVER,
  ),
  'staff whose codes somebody guesses': staffWhose(
    (sql, { id }) => sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), m.id, now(), '192.0.2.1'
      from auth.mfa_factors m, generate_series(1, 32) where m.user_id = ${id}`,
    NOBODY,
  ),
  'staff whose account is blocked': staffWhose(
    (sql, { id }) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
    OVER,
  ),
  'staff whose account is deleted': staffWhose((sql, { id }) => sql`delete from auth.users where id = ${id}`, OVER),
  'somebody who was removed from the staff': staffWhose(
    (sql, { id }) => sql`select public.remove_staff(${id})`,
    NOBODY,
  ),
  'staff whose factor was removed': staffWhose(
    (sql, { id }) => sql`delete from auth.mfa_factors where user_id = ${id}`,
    STAFF,
  ),
  'staff with another factor than the one that the session has shown': staffWhose(
    (sql, { id }) => sql`update auth.mfa_factors set id = gen_random_uuid() where user_id = ${id}`,
    STAFF,
  ),
  'staff whose factor is not verified': staffWhose(
    (sql, { id }) => sql`update auth.mfa_factors set status = 'unverified' where user_id = ${id}`,
    STAFF,
  ),
  'staff whose session was taken back to the password': staffWhose(
    (sql, { session }) => sql`update auth.sessions set aal = 'aal1', factor_id = null where id = ${session}`,
    STAFF,
  ),
  'staff with the session of a colleague': async (stack) => {
    const { session } = await addPerson(stack.database);
    return signedIn(stack, { ...(await claimsOfStaff(stack)), session_id: session }, OVER);
  },
  'an expired token': async (stack) =>
    refused(stack, sign(stack, { ...(await claimsOfStaff(stack)), exp: Math.floor(Date.now() / 1000) - 60 })),
  'a token with altered claims': async (stack) => {
    const claims = await claimsOfStaff(stack);
    const [header, , signature] = sign(stack, { ...claims, aal: 'aal1' }).split('.');
    return refused(stack, `${header}.${encode(claims)}.${signature}`);
  },
  'a token with an altered signature': async (stack) => {
    const token = sign(stack, await claimsOfStaff(stack));
    const [header, claims, signature = ''] = token.split('.');
    return refused(stack, `${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`);
  },
  'an unsigned token': async (stack) =>
    refused(stack, `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await claimsOfStaff(stack))}.`),
  'a token of another project': async (stack) =>
    refused(stack, makeSigningKey('another project').sign(await claimsOfStaff(stack))),
};
