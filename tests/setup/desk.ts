import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from 'postgres';
import { makeSigningKey, type Claims } from '../../tools/local/auth/signing-key.ts';
import { localKeys } from '../../tools/local/folder.ts';
import type { Stack } from './stack.ts';

/** Somebody with an account and a session. */
export interface Person {
  id: string;
  email: string;
  session: string;
}

/** What a person has. Staff with all rights has everything but the last. */
interface Traits {
  isStaff: boolean;
  /** Whether they have a second factor, and their session has shown it. */
  hasFactor: boolean;
  /** Whether the password is still the one that somebody else has chosen. */
  hasGivenPassword: boolean;
}

/** Creates an account with a session, as signing in does. */
export async function addPerson(database: Sql, traits: Partial<Traits> = {}): Promise<Person> {
  const { isStaff, hasFactor, hasGivenPassword } = {
    isStaff: true,
    hasFactor: true,
    hasGivenPassword: false,
    ...traits,
  };
  const [id, session, factor] = [randomUUID(), randomUUID(), randomUUID()];
  const email = `staff.${id}@example.com`;
  await database`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
    values (${id}, 'authenticated', 'authenticated', ${email}, 'given', now())`;
  if (isStaff) await database`select public.add_staff(${id})`;
  if (!hasGivenPassword) await database`update auth.users set encrypted_password = 'own' where id = ${id}`;
  if (hasFactor)
    await database`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (${factor}, ${id}, 'App', 'totp', 'verified', 'secret', now(), now())`;
  await database`
    insert into auth.sessions (id, user_id, aal, factor_id)
    values (${session}, ${id}, ${hasFactor ? 'aal2' : 'aal1'}, ${hasFactor ? factor : null})`;
  return { id, email, session };
}

const LIFETIME_S = 900;

/** What the token of a person says. */
export const claimsOf = ({ id, session }: Person, aal: 'aal1' | 'aal2' = 'aal2'): Claims => ({
  sub: id,
  role: 'authenticated',
  aud: 'authenticated',
  aal,
  session_id: session,
  exp: Math.floor(Date.now() / 1000) + LIFETIME_S,
});

/** A token as the sign-in signs it. */
export const sign = (stack: Stack, claims: Claims): string =>
  makeSigningKey(localKeys(stack.folder).signing).sign(claims);

/** The client of a person whose session has shown a second factor. */
const clientOf = (stack: Stack, person: Person) =>
  createClient(stack.backend.apiUrl, stack.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${sign(stack, claimsOf(person))}` } },
  });

/** A row of the desk's list. */
export interface Entry {
  kind: string;
  id: string;
  created_at: string;
  name: string;
  email: string;
  subject: string;
  dead: boolean;
  state: 'new' | 'in work' | 'done';
  opened_at: string | null;
  answered_at: string | null;
  assigned_to: string | null;
  version: number;
  changed_by: string | null;
}

type Values = Record<string, unknown>;

/** A refusal of the database, as the API passes it on. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: string | null;
}

interface Response {
  data: unknown;
  error: { code: string; message: string; details: string | null } | null;
  status: number;
}

/** Calls the functions of the desk as one person. */
export interface Desk {
  person: Person;
  client: SupabaseClient;
  /** @throws Error when the function refuses */
  ask<Answer>(name: string, values?: Values): Promise<Answer>;
  /** @throws Error when the function answers */
  refusal(name: string, values?: Values): Promise<Refusal>;
  /** Opens a request, and reads it. Null if it is not stored. */
  read<Detail>(kind: string, id: unknown): Promise<Detail | null>;
  /** Begins an export, and reads it. */
  export<Rows>(filter: Values): Promise<Rows>;
  /** The row of the list of a request, without opening it. */
  entry(kind: string, id: unknown): Promise<Entry>;
}

export function openDesk(stack: Stack, person: Person): Desk {
  const client = clientOf(stack, person);
  async function ask<Answer>(name: string, values: Values = {}): Promise<Answer> {
    const { data, error } = (await client.rpc(name, values)) as Response;
    if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
    return data as Answer;
  }
  return {
    person,
    client,
    ask,
    async refusal(name, values = {}) {
      const { data, error, status } = (await client.rpc(name, values)) as Response;
      if (!error) throw new Error(`${name} answered ${JSON.stringify(data)}`);
      return { status, code: error.code, message: error.message, details: error.details };
    },
    async read<Detail>(request_kind: string, request_id: unknown) {
      await ask('desk_open', { request_kind, request_id });
      return ask<Detail | null>('desk_request', { request_kind, request_id });
    },
    async export<Rows>(filter: Values) {
      await ask('desk_begin_export');
      return ask<Rows>('desk_export', filter);
    },
    async entry(kind, id) {
      const [row] = await stack.database<{ entry: Entry }[]>`
        select private.desk_entry(d) as entry from public.desk_requests d where (kind, id) = (${kind}, ${String(id)})`;
      if (!row) throw new Error(`The desk has no ${kind} ${String(id)}.`);
      return row.entry;
    },
  };
}
