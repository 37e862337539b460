/**
 * What a hosted project has before its first migration, as far as the product uses it. It grants nothing on new tables,
 * so neither does this.
 */

const ROLES = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  end $$;
  create schema if not exists extensions;
  grant usage on schema public, extensions to anon, authenticated, service_role;
  create extension if not exists pgcrypto with schema extensions;`;

const STORAGE = `
  do $$ begin
    if to_regclass('storage.objects') is not null then
      grant usage on schema storage to anon, authenticated, service_role;
      grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
    end if;
  end $$;`;

/**
 * The tables of Supabase's Auth server that @supabase/lite lacks, with the columns and constraints of the original. As
 * there, nobody but the server has a grant on any of them. Only auth.sessions.aal has another type: lite's is a text.
 */
const AUTH = `
  do $$
  declare
    auth_table regclass;
  begin
    if to_regclass('auth.sessions') is null then return; end if;
    if to_regtype('auth.factor_type') is null then
      create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
      create type auth.factor_status as enum ('unverified', 'verified');
    end if;
    create table if not exists auth.mfa_factors (
      id uuid primary key,
      user_id uuid not null references auth.users on delete cascade,
      friendly_name text,
      factor_type auth.factor_type not null,
      status auth.factor_status not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      secret text,
      phone text unique,
      last_challenged_at timestamptz unique
    );
    create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
      where trim(friendly_name) <> '';
    create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
    create table if not exists auth.mfa_challenges (
      id uuid primary key,
      factor_id uuid not null references auth.mfa_factors on delete cascade,
      created_at timestamptz not null,
      verified_at timestamptz,
      ip_address inet not null,
      otp_code text
    );
    create index if not exists mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
    create table if not exists auth.mfa_amr_claims (
      id uuid primary key,
      session_id uuid not null references auth.sessions on delete cascade,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      authentication_method text not null,
      constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
    );
    for auth_table in select oid::regclass from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
      execute format('alter table %s enable row level security', auth_table);
    end loop;
    grant usage on schema auth to anon, authenticated, service_role;
  end $$;`;

/**
 * The part of Supabase's Realtime server that broadcasts from the database: policies of realtime.messages decide who
 * hears a private channel. The trigger and its function are our own: the original follows the write-ahead log.
 */
const REALTIME = `
  create schema if not exists realtime;
  create table if not exists realtime.messages (
    topic text not null,
    extension text not null,
    payload jsonb,
    event text,
    private boolean default false,
    updated_at timestamp not null default now(),
    inserted_at timestamp not null default now(),
    id uuid not null default gen_random_uuid(),
    primary key (id, inserted_at)
  );
  alter table realtime.messages enable row level security;
  grant usage on schema realtime to anon, authenticated, service_role;
  grant select, insert, update on realtime.messages to anon, authenticated, service_role;

  create or replace function realtime.topic() returns text language sql stable
    as $$ select nullif(current_setting('realtime.topic', true), '') $$;

  create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
    returns void language plpgsql as $$
    declare
      new_id uuid := gen_random_uuid();
    begin
      perform set_config('realtime.topic', topic, true);
      insert into realtime.messages (id, payload, event, topic, private, extension)
      values (new_id, jsonb_build_object('id', new_id) || payload, event, topic, private, 'broadcast');
    exception when others then
      -- A message that can't be sent must not undo what it is about.
      raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
    end $$;

  create or replace function realtime.tell_local_server() returns trigger language plpgsql as $$
    begin
      perform pg_notify('realtime', new.id::text);
      return null;
    end $$;
  create or replace trigger tell_local_server after insert on realtime.messages
    for each row execute function realtime.tell_local_server();`;

/** Can be run again. */
export const HOSTED_SCHEMA = [ROLES, STORAGE, AUTH, REALTIME].join('\n');
