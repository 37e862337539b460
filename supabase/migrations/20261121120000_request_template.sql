-- What a form adds to the database, so that the next one needs little more than its own columns:
--   create table public.x (like private.request_template including all, …);
--   select private.open_to_visitors('public.x', array['the columns', 'that visitors', 'write']);

-- The columns of every request. Nothing is stored in this table itself.
create table private.request_template (
  -- Made in the browser: a second try of the same request meets the primary key instead of being stored twice.
  id uuid primary key,
  name text not null check (char_length(name) <= 100 and btrim(name, private.white_space()) <> ''),
  email text not null check (
    char_length(email) <= 254
    and email collate "C" ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  source text not null check (char_length(source) between 1 and 60),
  page text not null default '' check (char_length(page) <= 300),
  referrer_host text not null default '' check (char_length(referrer_host) <= 253),
  utm_source text not null default '' check (char_length(utm_source) <= 150),
  utm_medium text not null default '' check (char_length(utm_medium) <= 150),
  utm_campaign text not null default '' check (char_length(utm_campaign) <= 150),
  utm_term text not null default '' check (char_length(utm_term) <= 150),
  utm_content text not null default '' check (char_length(utm_content) <= 150),
  website text not null default '' check (char_length(website) <= 300),
  fill_ms integer not null check (fill_ms >= 0),
  created_at timestamptz not null default now(),
  -- Set while a function works on the row; it lapses after private.settings.claim_timeout.
  claimed_at timestamptz,
  -- The last time that a function took it: what failed stands behind what was not tried since.
  tried_at timestamptz,
  notified_at timestamptz
);
alter table private.request_template enable row level security;

-- Lets visitors insert into a table of requests, within the limits, and do nothing else with it.
create function private.open_to_visitors(request_table regclass, own_columns text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  columns text := (
    select string_agg(quote_ident(c), ', ') from unnest(array[
      'id', 'name', 'email', 'source', 'page', 'referrer_host', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term',
      'utm_content', 'website', 'fill_ms'
    ] || own_columns) c
  );
begin
  execute format('alter table %s enable row level security', request_table);
  execute format('revoke all on %s from public, anon, authenticated', request_table);
  execute format('grant insert (%s) on %s to anon, authenticated', columns, request_table);
  execute format('grant select, update, delete on %s to service_role', request_table);
  execute format(
    'create trigger guard_request before insert on %s for each row execute function private.guard_request()',
    request_table
  );
  execute format(
    'create policy "Visitors hand in requests" on %s for insert to anon, authenticated
     with check (claimed_at is null and notified_at is null)',
    request_table
  );
end;
$$;

revoke all on function private.open_to_visitors(regclass, text[]) from public;
