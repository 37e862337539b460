import { randomUUID } from 'node:crypto';
import type { Auth } from './auth.ts';
import { onlyKnows, textOf } from './fields.ts';
import { checkLength } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { listUsers, userOf, type User } from './users.ts';

/** An address as the original accepts it: with one @ and a domain, in at most 255 characters. */
function addressOf(fields: Record<string, unknown>): string {
  const email = textOf(fields, 'email').toLowerCase();
  if (email === '')
    throw new Refusal(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  if (email.length > 255 || !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email))
    throw new Refusal(400, 'validation_failed', 'Unable to validate email address: invalid format');
  return email;
}

/**
 * Creates an account that can sign in with a password.
 *
 * @param fields `email`, `password`, and `email_confirm`, without which nobody can sign in
 * @throws Refusal when the address is none or taken, or a field is unknown
 */
export async function createUser({ database }: Auth, fields: Record<string, unknown>): Promise<User> {
  onlyKnows(fields, 'email', 'password', 'email_confirm');
  const email = addressOf(fields);
  const password = textOf(fields, 'password');
  checkLength(password);
  const id = randomUUID();
  const confirmed = fields['email_confirm'] === true;
  const data = { sub: id, email, email_verified: confirmed, phone_verified: false };
  await database.begin(async (open) => {
    const created = await open`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email}, extensions.crypt(${password}, extensions.gen_salt('bf', 10)),
        case when ${confirmed} then now() end, ${open.json({ provider: 'email', providers: ['email'] })},
        ${open.json({ email_verified: confirmed })})
      on conflict (email) where is_sso_user = false do nothing returning id`;
    if (created.length === 0)
      throw new Refusal(422, 'email_exists', 'A user with this email address has already been registered');
    await open`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
      values (${randomUUID()}, 'email', ${id}, ${id}, ${open.json(data)}, now())`;
  });
  return userOf(database, id);
}

const DEFAULT_PAGE = 50;

/** A number of the query, at least 1. */
function countOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) || String(otherwise);
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Refusal(400, 'validation_failed', `Bad Pagination Parameters: ${name} is not a number`);
  return count;
}

/**
 * A page of all users, and what the headers say about the others.
 *
 * @param query may have `page` and `per_page`
 * @throws Refusal when one of them is no number
 */
export async function userPage(
  { database }: Auth,
  query: URLSearchParams,
): Promise<{ body: object; headers: Record<string, string> }> {
  const page = countOf(query, 'page', 1);
  const size = countOf(query, 'per_page', DEFAULT_PAGE);
  const { users, all } = await listUsers(database, size, (page - 1) * size);
  const last = Math.max(1, Math.ceil(all / size));
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  return {
    body: { users, aud: 'authenticated' },
    headers: {
      'x-total-count': String(all),
      link: [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '),
    },
  };
}

/**
 * Deletes an account with its sessions and factors.
 *
 * @param fields `should_soft_delete` must not be true
 * @throws Refusal when it is
 */
export async function deleteUser({ database }: Auth, id: string, fields: Record<string, unknown>): Promise<void> {
  if (fields['should_soft_delete'] === true)
    throw new Refusal(400, 'validation_failed', 'The local sign-in does not keep deleted accounts.');
  await database`delete from auth.users where id = ${id}`;
}
