import { randomUUID } from 'node:crypto';
import type { ISql } from 'postgres';
import { renderSVG } from 'uqr';
import type { Auth } from './auth.ts';
import { isId } from './fields.ts';
import { Refusal } from './refusal.ts';
import { issueSession, noteMethod, replaceRefreshToken, sessionGone, type Session } from './sessions.ts';
import { isCode, newSecret } from './totp.ts';
import { FACTOR } from './users.ts';

/** The most factors of a person, with those that are not verified. */
const MOST = 10;
/** How long a challenge can be answered, and a factor without a challenge be verified (seconds). */
const LIFETIME = 300;

/** Of a factor or of who issues it; a QR code can't say much more. */
const LONGEST_NAME = 100;

/** A row of auth.mfa_factors. */
export interface Factor {
  id: string;
  user_id: string;
  status: 'unverified' | 'verified';
  secret: string;
}

/**
 * A factor of a person.
 *
 * @throws Refusal when they have none with this id
 */
export async function findFactor(database: ISql, user: string, id: string): Promise<Factor> {
  const [factor] = await database<Factor[]>`
    select id, user_id, status, secret from auth.mfa_factors where id = ${id} and user_id = ${user}`;
  if (!factor) throw new Refusal(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** The factors of a person, in the form of the Auth API. */
export async function factorsOf(database: ISql, user: string): Promise<object[]> {
  const rows = await database.unsafe<{ factor: object }[]>(
    `select ${FACTOR} as factor from auth.mfa_factors f where f.user_id = $1 order by f.created_at`,
    [user],
  );
  return rows.map(({ factor }) => factor);
}

/** @throws Refusal when this session may not add a factor with this name */
async function checkRoom(database: ISql, session: Session, name: string): Promise<void> {
  await database`
    delete from auth.mfa_factors f where f.status = 'unverified' and f.created_at < now() - ${LIFETIME} * interval '1 second'
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`;
  const [row] = await database<{ count: number; taken: boolean }[]>`
    select count(*)::int as count, coalesce(bool_or(friendly_name = ${name}), false) as taken
    from auth.mfa_factors where user_id = ${session.user}`;
  if (row?.taken)
    throw new Refusal(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  if (row && row.count >= MOST)
    throw new Refusal(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  if (session.hasFactor && session.aal !== 'aal2')
    throw new Refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}

/**
 * Adds a factor, which counts once a code of it was verified.
 *
 * @param issuer what the authenticator app shows beside the address; '' for the site
 * @throws Refusal when it is not for an authenticator app, or the person may not add it
 */
export async function enroll(
  { database, site }: Auth,
  session: Session,
  type: string,
  name: string,
  issuer: string,
): Promise<object> {
  if (type === 'phone') throw new Refusal(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (type === 'webauthn')
    throw new Refusal(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  if (type !== 'totp') throw new Refusal(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  if (name.length > LONGEST_NAME || issuer.length > LONGEST_NAME)
    throw new Refusal(400, 'validation_failed', `A name can have ${LONGEST_NAME} characters.`);
  await checkRoom(database, session, name);
  const id = randomUUID();
  const secret = newSecret();
  await database`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${id}, ${session.user}, ${name}, 'totp', 'unverified', ${secret}, now(), now())`;
  const label = encodeURIComponent(issuer || site);
  const uri = `otpauth://totp/${label}:${encodeURIComponent(session.email)}?algorithm=SHA1&digits=6&issuer=${label}&period=30&secret=${secret}`;
  return {
    id,
    type: 'totp',
    ...(name !== '' && { friendly_name: name }),
    totp: { qr_code: renderSVG(uri), secret, uri },
  };
}

/** Begins to verify a factor from an IP address. */
export async function challenge({ database }: Auth, factor: Factor, address: string): Promise<object> {
  // Nobody can answer those any more.
  await database`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
  const [row] = await database<{ id: string; expires_at: number }[]>`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    values (${randomUUID()}, ${factor.id}, now(), ${address})
    returning id, floor(extract(epoch from now()))::int + ${LIFETIME} as expires_at`;
  await database`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
  return { ...row, type: 'totp' };
}

/** @throws Refusal when it can't be answered from this address */
async function checkChallenge(database: ISql, factor: Factor, id: string, address: string): Promise<void> {
  const [row] = isId(id)
    ? await database<{ used: boolean; elsewhere: boolean; expired: boolean }[]>`
        select verified_at is not null as used, ip_address <> ${address}::inet as elsewhere,
          created_at < now() - ${LIFETIME} * interval '1 second' as expired
        from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id} for update`
    : [];
  if (!row) throw new Refusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  // One answer for both, as the original gives it.
  if (row.used || row.elsewhere)
    throw new Refusal(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (row.expired)
    throw new Refusal(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
}

async function hasVerified(database: ISql, user: string): Promise<boolean> {
  const found = await database`select from auth.mfa_factors where user_id = ${user} and status = 'verified'`;
  return found.length > 0;
}

/**
 * Answers a challenge with a code. The session is at `aal2` from then on. All others of the person that are not, end,
 * and factors that were never verified are deleted.
 *
 * @returns the session with new tokens
 * @throws Refusal when the challenge can't be answered or the code is wrong
 */
export async function verify(
  auth: Auth,
  session: Session,
  factor: Factor,
  answered: { challenge: string; code: string; address: string; issuer: string },
): Promise<object> {
  if (answered.code === '') throw new Refusal(400, 'validation_failed', 'Code needs to be non-empty');
  const verifying = auth.database.begin(async (open) => {
    // It may have been added just before the person's first one was verified.
    if (factor.status === 'unverified' && session.aal !== 'aal2' && (await hasVerified(open, session.user)))
      throw new Refusal(403, 'insufficient_aal', 'AAL2 required to verify a new factor');
    await checkChallenge(open, factor, answered.challenge, answered.address);
    if (!isCode(factor.secret, answered.code, Date.now()))
      throw new Refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    await open`update auth.mfa_challenges set verified_at = now() where id = ${answered.challenge}`;
    await open`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
    const raised = await open`
      update auth.sessions set aal = 'aal2', factor_id = ${factor.id} where id = ${session.id} returning id`;
    // It has ended since the request came.
    if (raised.length === 0) throw sessionGone();
    await noteMethod(open, session.id, 'totp');
    await open`delete from auth.sessions where user_id = ${session.user} and coalesce(aal, 'aal1') < 'aal2'`;
    await open`delete from auth.mfa_factors where user_id = ${session.user} and status = 'unverified'`;
    return replaceRefreshToken(open, session);
  });
  const refreshToken = await verifying.catch(async (error: unknown) => {
    // As the original does it.
    if (error instanceof Refusal && error.code === 'mfa_challenge_expired')
      await auth.database`delete from auth.mfa_challenges where id = ${answered.challenge}`;
    throw error;
  });
  return issueSession(auth, session.id, refreshToken, answered.issuer);
}

/** Deletes a factor. Sessions that have shown it are back at `aal1`. */
export async function removeFactor({ database }: Auth, { id, user_id }: Factor): Promise<void> {
  await database.begin(async (open) => {
    await open`delete from auth.mfa_factors where id = ${id}`;
    await open`
      delete from auth.mfa_amr_claims where authentication_method = 'totp'
        and session_id in (select s.id from auth.sessions s where s.user_id = ${user_id} and s.factor_id = ${id})`;
    await open`
      update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${user_id} and factor_id = ${id}`;
  });
}

/**
 * Deletes one's own factor.
 *
 * @throws Refusal when it is verified and this session has shown none
 */
export async function unenroll(auth: Auth, session: Session, factor: Factor): Promise<void> {
  if (factor.status === 'verified' && session.aal !== 'aal2')
    throw new Refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await removeFactor(auth, factor);
}
