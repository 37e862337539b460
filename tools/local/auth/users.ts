import type { ISql } from 'postgres';
import { Refusal } from './refusal.ts';

/** A person, in the form of the Auth API. */
export interface User {
  id: string;
  email: string;
  phone: string;
  role: string;
  aud: string;
  app_metadata: object;
  user_metadata: object;
  is_anonymous: boolean;
  factors?: object[];
}

/** A factor in the form of the Auth API; `f` is the row. Nobody is told its secret again. */
export const FACTOR = `jsonb_strip_nulls(jsonb_build_object('id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at,
  'status', f.status, 'friendly_name', nullif(f.friendly_name, ''), 'factor_type', f.factor_type,
  'last_challenged_at', f.last_challenged_at))`;

/** A user in the form of the Auth API; `u` is the row. As the original's, without factors if there are none. */
const USER = `jsonb_strip_nulls(jsonb_build_object('id', u.id, 'aud', u.aud, 'role', u.role, 'email', u.email,
  'phone', coalesce(u.phone, ''), 'email_confirmed_at', u.email_confirmed_at, 'confirmed_at', u.confirmed_at,
  'last_sign_in_at', u.last_sign_in_at, 'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
  'identities', coalesce((
    select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
      'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
    from auth.identities i where i.user_id = u.id), '[]'),
  'factors', (select jsonb_agg(${FACTOR} order by f.created_at) from auth.mfa_factors f where f.user_id = u.id),
  'created_at', u.created_at, 'updated_at', u.updated_at, 'is_anonymous', u.is_anonymous))`;

/** @throws Refusal when there is nobody with this id */
export async function userOf(database: ISql, id: string): Promise<User> {
  const [row] = await database.unsafe<{ user: User }[]>(`select ${USER} as "user" from auth.users u where u.id = $1`, [
    id,
  ]);
  if (!row) throw new Refusal(404, 'user_not_found', 'User not found');
  return row.user;
}

/** A page of all users, newest first, and how many there are in all. */
export async function listUsers(
  database: ISql,
  most: number,
  skipped: number,
): Promise<{ users: User[]; all: number }> {
  const rows = await database.unsafe<{ user: User }[]>(
    `select ${USER} as "user" from auth.users u order by u.created_at desc, u.id limit $1 offset $2`,
    [most, skipped],
  );
  const [count] = await database<{ all: number }[]>`select count(*)::int as all from auth.users`;
  return { users: rows.map(({ user }) => user), all: count?.all ?? 0 };
}
