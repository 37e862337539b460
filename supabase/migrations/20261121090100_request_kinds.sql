-- The kinds of request. Each has its own table. The tables that visitors insert into are made from one template, so that
-- a new form needs little more than its own columns:
--   insert into private.request_kinds (position, name, notifies_team) values (7, 'x', false);
--   create table public.x (like private.request_template including all, …);
--   select private.open_to_visitors('public.x', array['the columns', 'that visitors', 'write']);

-- Every table of requests. src/backend/request-kinds.ts has the same list, and a test compares the two.
create table private.request_kinds (
  name text primary key,
  -- The order in which an erasure empties the tables.
  position integer not null unique,
  -- The columns that visitors may insert, set by private.open_to_visitors(). Null if only functions insert.
  columns text[],
  -- Whether the team is notified of each row. Such a table also has acknowledged_at, the columns of tries and failures,
  -- and the trigger count_try (20261121090800_team_notifications.sql).
  notifies_team boolean not null
);
alter table private.request_kinds enable row level security;
insert into private.request_kinds (position, name, notifies_team) values
  (1, 'contact_submissions', true),
  (2, 'demo_bookings', true),
  (3, 'internship_applications', true),
  (4, 'notification_requests', false),
  -- Calls come before their leads: finish_team_notification locks them in this order.
  (5, 'voice_calls', true),
  (6, 'voice_leads', false);

-- The columns of every request. This table itself stays empty.
create table private.request_template (
  -- Created in the browser. A retry of the same request meets the primary key instead of being stored twice.
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
  -- Honeypot: hidden from people, so only programs fill it.
  website text not null default '' check (char_length(website) <= 300),
  -- Milliseconds from when the form is first seen to its submission.
  fill_ms integer not null check (fill_ms >= 0),
  created_at timestamptz not null default now(),
  -- Set while a function works on the row. The claim expires after private.settings.claim_timeout.
  claimed_at timestamptz,
  -- When a function last claimed the row. A row that failed goes behind those that were not tried since.
  tried_at timestamptz,
  notified_at timestamptz
);
alter table private.request_template enable row level security;

-- Revokes the public key's permission to insert requests, so that the verification cannot be bypassed, or grants it
-- again. Resumes are not affected: the storage accepts one only for an application that is stored.
create function private.require_verification(required boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  kind private.request_kinds;
begin
  update private.settings set verification_required = required;
  for kind in select * from private.request_kinds where columns is not null loop
    if required then
      execute format('revoke insert on public.%I from anon, authenticated', kind.name);
    else
      execute format(
        'grant insert (%s) on public.%I to anon, authenticated',
        (select string_agg(quote_ident(c), ', ') from unnest(kind.columns) c), kind.name
      );
    end if;
  end loop;
end;
$$;

-- Lets visitors insert into a table of requests, within the limits, and do nothing else with it.
create function private.open_to_visitors(request_table regclass, own_columns text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security', request_table);
  execute format('revoke all on %s from public, anon, authenticated', request_table);
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
  update private.request_kinds kind
  set columns = array[
    'id', 'name', 'email', 'source', 'page', 'referrer_host', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term',
    'utm_content', 'website', 'fill_ms'
  ] || own_columns
  from pg_class c where c.oid = request_table and kind.name = c.relname;
  if not found then
    raise exception '% is not in private.request_kinds.', request_table
      using hint = 'Insert a row for it first. Without one, its data would survive an erasure.';
  end if;
  -- Grants the insert, unless verification is required.
  perform private.require_verification((select verification_required from private.settings));
end;
$$;

revoke all on function private.require_verification(boolean) from public, anon, authenticated, service_role;
revoke all on function private.open_to_visitors(regclass, text[]) from public;
