import { randomUUID } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Auth } from './auth.ts';
import { Refusal } from './refusal.ts';
import type { Claims } from './signing-key.ts';
import { userOf } from './users.ts';

/** A session that is alive. */
export interface Session {
  id: string;
  /** The user's id. */
  user: string;
  email: string;
  /** How sure it is who this is: `aal2` after a second factor. */
  aal: string;
  /** Whether the user has a verified factor. */
  hasFactor: boolean;
}

export const sessionGone = (): Refusal =>
  new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/** The condition that a session `s` is not too old. Hosted, only the sweep ends those that are (private.end_old_sessions). */
const isYoung = (database: ISql) => database`s.created_at > now() - (select longest_session from private.settings)`;

/**
 * The session of a token. It must still exist: a token outlives its session by up to its lifetime.
 *
 * @throws Refusal when the session or its user is gone
 */
export async function findSession(database: ISql, { sub, session_id }: Claims): Promise<Session> {
  const [row] = await database<(Omit<Session, 'id'> & { id: string | null })[]>`
    select s.id, u.id as user, u.email, coalesce(s.aal, 'aal1') as aal,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as "hasFactor"
    from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = ${session_id} and ${isYoung(database)}
    where u.id = ${sub}`;
  if (!row) throw new Refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const { id } = row;
  if (id === null) throw sessionGone();
  return { ...row, id };
}

/** Notes how somebody has shown who they are, for the claim `amr`. */
export async function noteMethod(database: ISql, session: string, method: 'password' | 'totp'): Promise<void> {
  await database`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (${randomUUID()}, ${session}, ${method}, now(), now())
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

/**
 * A new refresh token, which makes all earlier ones of the session useless: one that was issued before the second
 * factor must not lead to a token that was issued after it.
 */
export async function replaceRefreshToken(database: ISql, session: Pick<Session, 'id' | 'user'>): Promise<string> {
  const token = randomUUID();
  await database`delete from auth.refresh_tokens where session_id = ${session.id}`;
  await database`
    insert into auth.refresh_tokens (id, token, user_id, session_id) values (${randomUUID()}, ${token}, ${session.user}, ${session.id})`;
  return token;
}

/** A session with a new access token, as clients get it. */
export async function issueSession(
  { database, key, lifetime }: Auth,
  session: string,
  refreshToken: string,
  issuer: string,
): Promise<object> {
  const [row] = await database<{ user: string; aal: string; amr: object[] }[]>`
    select s.user_id as user, coalesce(s.aal, 'aal1') as aal, coalesce((
      select jsonb_agg(jsonb_build_object('method', c.authentication_method,
        'timestamp', floor(extract(epoch from c.updated_at))::bigint) order by c.updated_at desc)
      from auth.mfa_amr_claims c where c.session_id = s.id), '[]') as amr
    from auth.sessions s where s.id = ${session} and ${isYoung(database)}`;
  if (!row) throw sessionGone();
  const user = await userOf(database, row.user);
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims: Claims = {
    iss: issuer,
    sub: user.id,
    aud: user.aud,
    exp: issuedAt + lifetime,
    iat: issuedAt,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: row.aal,
    amr: row.amr,
    session_id: session,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: key.sign(claims),
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user,
  };
}

/**
 * Ends sessions of a user.
 *
 * @param scope `local` for this one, `others` for all but this one, `global` or '' for all
 * @throws Refusal when it is another word
 */
export async function endSessions(database: ISql, { id, user }: Session, scope: string): Promise<void> {
  if (!['', 'global', 'local', 'others'].includes(scope))
    throw new Refusal(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
  await database`
    delete from auth.sessions where user_id = ${user}
      and (${scope} in ('', 'global') or (${scope} = 'local') = (id = ${id}))`;
}
