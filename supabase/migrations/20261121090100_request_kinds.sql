-- The kinds of request. Each has its own table. The tables that visitors insert into are made from one template, so that
-- a new form needs little more than its own columns:
--   insert into private.request_kinds (name) values ('x');
--   create table public.x (like private.request_template including all, …);
--   select private.open_to_visitors('public.x', array['the columns', 'that visitors', 'write']);
--   select private.notify_team_of('public.x');
--   select private.show_at_desk('public.x', 'the column that says what it is about');

-- Every table of requests. src/backend/request-kinds.ts has the same list, and a test compares the two.
create table private.request_kinds (
  name text primary key,
  -- The order in which an erasure empties the tables.
  position integer generated always as identity unique,
  -- The columns that visitors may insert, set by private.open_to_visitors(). Null if only functions insert.
  columns text[],
  -- Whether the team is notified of each row by mail, set by private.notify_team_of().
  notifies_team boolean not null default false
);
alter table private.request_kinds enable row level security;
insert into private.request_kinds (name) values
  ('contact_submissions'),
  -- What staff answered to a booking. It goes with the booking, so an erasure counts it first.
  ('booking_answers'),
  ('demo_bookings'),
  ('internship_applications'),
  ('notification_requests'),
  -- Calls come before their leads: finish_team_notification locks them in this order.
  ('voice_calls'),
  ('voice_leads');

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
    'create trigger guard_statement after insert on %s referencing new table as added
     for each statement execute function private.guard_statement()',
    request_table
  );
  -- PostgreSQL evaluates the CHECKs of a table in the order of their names.
  execute format('alter table %s add constraint zz_within_limit check (private.within_limit())', request_table);
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

create function private.retry_after(tries integer) returns interval
language sql stable set search_path = ''
as $$
  select least(first_retry * power(2, least(tries, 30) - 1), longest_retry) from private.settings;
$$;

-- Counts a claim as a try, even one that ends in a crash and releases nothing.
create function private.count_try() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.tries := old.tries + 1;
  new.next_try_at := new.claimed_at + private.retry_after(new.tries);
  return new;
end;
$$;

-- Has the team notified of each row of a table by mail (20261121090800_team_notifications.sql): adds the columns for
-- the mails and their tries, and what they need.
create function private.notify_team_of(request_table regclass) returns void
language plpgsql set search_path = ''
as $$
declare
  kind private.request_kinds;
begin
  update private.request_kinds k set notifies_team = true
  from pg_class c where c.oid = request_table and k.name = c.relname
  returning k.* into strict kind;
  execute format(
    $sql$
      alter table public.%1$I
        add column acknowledged_at timestamptz,
        add column tries integer not null default 0,
        add column next_try_at timestamptz,
        add column failure text not null default '' check (char_length(failure) <= 500),
        add column dead_at timestamptz,
        add column dead_told_at timestamptz;
      comment on column public.%1$I.failure is 'Why the last try failed. Never contains what a visitor wrote.';
      comment on column public.%1$I.dead_at is
        'A dead letter since then: not tried again until public.retry_dead_letters().';
      create index %1$s_created_at on public.%1$I (created_at desc);
      create index %1$s_unnotified on public.%1$I (created_at) where notified_at is null;
      create trigger count_try before update of claimed_at on public.%1$I
        for each row when (new.claimed_at > coalesce(old.claimed_at, '-infinity'))
        execute function private.count_try();
    $sql$, kind.name
  );
  -- For private.was_acknowledged() and private.acknowledgements(), which look only at what visitors sent themselves.
  if kind.columns is not null then
    execute format('create index %1$s_acknowledged on public.%1$I (private.mailbox(email), acknowledged_at)', kind.name);
    execute format(
      'create index %1$s_acknowledged_at on public.%1$I (acknowledged_at) where acknowledged_at is not null', kind.name
    );
  end if;
end;
$$;

revoke all on function private.require_verification(boolean) from public, anon, authenticated, service_role;
revoke all on function private.open_to_visitors(regclass, text[]), private.notify_team_of(regclass),
  private.retry_after(integer), private.count_try() from public;
