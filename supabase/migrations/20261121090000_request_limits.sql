-- What all tables of requests share: the settings, the limits, and the triggers that enforce them.
-- The limits are in the database because anyone with the public key could bypass a limit in front of the API.

create schema if not exists private;
revoke all on schema private from public;

-- One row. To change a setting: update private.settings set requests_per_ip = 50;
create table private.settings (
  only_row boolean primary key default true check (only_row),

  -- Limits: how many requests a network can send within limit_window. A network is an IPv4 address, or an IPv6 /64,
  -- which is what a household gets. A /56 can send twice as many, a /48 five times as many. All requests without a
  -- network share one limit.
  requests_per_ip integer not null default 20 check (requests_per_ip between 1 and 100000000),
  limit_window interval not null default '10 minutes',
  -- The request header in which the gateway of this installation writes the visitor's IP address. Visitors must not be
  -- able to choose it: the gateway replaces the header, or appends to it (the last address counts). Cloudflare, which
  -- is in front of hosted Supabase, replaces this one. In x-forwarded-for, the first addresses come from the visitor.
  network_header text not null default 'cf-connecting-ip',
  minimum_fill_ms integer not null default 1500 check (minimum_fill_ms >= 0),
  -- Of visitors' networks, and of addresses that left a waiting list, the limits keep only salted hashes: no longer than
  -- limit_window, and acknowledge_every.
  salt text not null default gen_random_uuid()::text,
  -- Whether only the function verified-request accepts requests. private.require_verification() sets it.
  verification_required boolean not null default false,

  -- How long after an application its resume can be uploaded.
  resume_window interval not null default '1 hour',

  -- Mail. A mailbox gets one acknowledgement in this time.
  acknowledge_every interval not null default '1 hour',
  -- How many acknowledgements are sent within that time in total. Beyond it, the team is still mailed.
  acknowledgements_in_all integer not null default 200 check (acknowledgements_in_all >= 0),
  -- A claim that was neither finished nor released expires after this time.
  claim_timeout interval not null default '2 minutes',
  -- The wait after the first try. It doubles with each try, up to the longest. 40 tries take about three days.
  first_retry interval not null default '1 minute' check (first_retry > interval '0'),
  longest_retry interval not null default '2 hours' check (longest_retry > interval '0'),
  most_tries integer not null default 40 check (most_tries > 0),

  -- What is older than content/site.yaml allows is kept longer if its mail was not sent: a dead letter for this time
  -- after the team was told of it, and anything at most for this time longer. The privacy policy states the second.
  keep_dead_letters interval not null default '30 days',
  keep_untold interval not null default '1 year',

  -- Anyone can enter any address. So a mailbox gets only this many summaries of calls within acknowledge_every, and this
  -- many announcements of a resource.
  mails_per_mailbox integer not null default 3 check (mails_per_mailbox >= 0),

  -- Calls. A lead without a report is reported to the team as it is after this time. Chats last up to 30 minutes.
  await_report interval not null default '40 minutes',
  -- How many summaries are sent within acknowledge_every in total.
  summaries_in_all integer not null default 60 check (summaries_in_all >= 0),
  -- A call that is reported later than this after Start Call does not belong to it.
  longest_call interval not null default '90 minutes'
);
insert into private.settings default values;

-- Every stored request, once for each network that it counts toward.
create table private.request_log (
  at timestamptz not null default now(),
  -- Empty for a request without a network.
  network_hash bytea not null
);
create index request_log_network on private.request_log (network_hash, at);
create index request_log_at on private.request_log (at);

-- What `npm run backend -- check` can tell only from what happened. One row, without anything about a visitor.
create table private.observed (
  only_row boolean primary key default true check (only_row),
  -- Whether the last request had a network; null before the first.
  network_known boolean,
  -- When request-sweep last asked what is due.
  swept_at timestamptz
);
insert into private.observed default values;

-- Announcements of a resource whose request was deleted within acknowledge_every. Without them, somebody who leaves a
-- waiting list, and is entered again, would be mailed more often than others.
create table private.announcement_log (
  at timestamptz not null,
  resource_type text not null,
  address_hash bytea not null,
  mailbox_hash bytea not null
);

-- Only the owner of the triggers reads or writes these.
alter table private.settings enable row level security;
alter table private.request_log enable row level security;
alter table private.observed enable row level security;
alter table private.announcement_log enable row level security;

-- The white space that JavaScript's trim() removes, so that "blank" means the same here and in the browser.
create function private.white_space() returns text
language sql immutable parallel safe set search_path = ''
return U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF';

-- Without settings of their own, the planner inlines the next three functions, so that a query can use them for
-- thousands of rows.

-- What is before the @ of an address, without the tag after a plus sign.
create function private.untagged_name(address text) returns text
language sql immutable parallel safe
return regexp_replace(split_part(lower(address), '@', 1), '(.)[+].*', '\1');

-- The mailbox that an address leads to: without the tag, and without what its provider ignores. It only limits mail.
-- Nothing else depends on it, because providers may treat addresses differently.
create function private.mailbox(address text) returns text
language sql immutable parallel safe
return case
  when split_part(lower(address), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(private.untagged_name(address), '.', '') || '@gmail.com'
  when split_part(lower(address), '@', 2) in ('proton.me', 'protonmail.com', 'pm.me')
    then translate(private.untagged_name(address), '._-', '') || '@proton.me'
  when split_part(lower(address), '@', 2) in ('icloud.com', 'me.com', 'mac.com')
    then private.untagged_name(address) || '@icloud.com'
  else private.untagged_name(address) || '@' || split_part(lower(address), '@', 2)
end;

create function private.salted(value text, salt text) returns bytea
language sql stable
return sha256(convert_to(salt || value, 'UTF8'));

-- What the limits keep of a value that tells who a visitor is.
create function private.salted(value text) returns bytea
language sql stable set search_path = ''
return (select private.salted(value, salt) from private.settings);

-- The networks that the current request counts toward, and how many requests each of them can send. The hash is empty
-- for a request without a network.
create function private.visitor_networks() returns table (hash bytea, most integer)
language plpgsql stable set search_path = ''
as $$
declare
  limits private.settings;
  written text;
  address inet;
begin
  select * into strict limits from private.settings;
  written := nullif(current_setting('request.headers', true), '')::json ->> lower(limits.network_header);
  begin
    address := btrim(regexp_replace(written, '^.*,', ''))::inet;
    -- An IPv4 address in IPv6 notation.
    if address <<= '::ffff:0:0/96'::inet then
      address := '0.0.0.0'::inet + (address - '::ffff:0:0'::inet);
    end if;
  exception when invalid_text_representation then
    -- It is not an address, so the request has no network.
    address := null;
  end;
  if address is null then
    return query select ''::bytea, limits.requests_per_ip;
  elsif family(address) = 4 then
    return query select private.salted(host(address)), limits.requests_per_ip;
  else
    return query select private.salted(network(set_masklen(address, bits))::text), limits.requests_per_ip * times
      from (values (64, 1), (56, 2), (48, 5)) prefixes (bits, times);
  end if;
end;
$$;

-- Whether the limits and checks for visitors apply. Direct connections, which set no role, and functions are exempt,
-- unless a function stores a visitor's request. Signed-in staff has the role of a signed-in visitor: what it does to
-- visitors' rows says that it is not for one.
create function private.is_for_visitor() returns boolean
language sql stable set search_path = ''
as $$
  select case current_setting('request.for_visitor', true)
    when 'yes' then true
    when 'no' then false
    else coalesce(nullif(current_setting('role', true), ''), 'none') not in ('none', 'postgres', 'service_role')
  end;
$$;

create function private.is_stored(request_table text, request_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  stored boolean;
begin
  execute format('select exists (select 1 from public.%I where id = $1)', request_table) into stored using request_id;
  return stored;
end;
$$;

-- The one answer to more than a visitor may insert, in a statement or within limit_window.
create function private.refuse_more() returns void
language plpgsql stable set search_path = ''
as $$
declare
  limits private.settings;
begin
  select * into strict limits from private.settings;
  raise sqlstate 'PT429' using
    message = 'Too many requests from this network.',
    hint = format('At most %s in %s, one row each.', limits.requests_per_ip, limits.limit_window);
end;
$$;

-- Runs before each row is inserted into a table of requests, which has the columns id, website (honeypot) and fill_ms.
-- Its answer depends only on the row and its id, and on whether the statement has another row.
create function private.guard_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  minimum_fill_ms integer := (select s.minimum_fill_ms from private.settings s);
begin
  if not private.is_for_visitor() then
    return new;
  end if;

  -- A visitor inserts one row at a time. Several get the answer of a limit that is reached: another one would tell,
  -- without leaving a trace, whether others reached it. Before a lock is taken: the locks of a thousand rows would leave
  -- none for others.
  if current_setting('request.inserting', true) = statement_timestamp()::text then
    perform private.refuse_more();
  end if;
  perform set_config('request.inserting', statement_timestamp()::text, true);

  -- If one id is sent twice at once, the second waits for the first.
  perform pg_advisory_xact_lock(2, hashtext(new.id::text));
  -- The API answers 409. That tells the browser that its request arrived, whatever it sends now.
  if private.is_stored(tg_table_name, new.id) then
    raise sqlstate '23505' using message = 'This request is stored already.';
  end if;

  if new.website <> '' then
    raise sqlstate 'PT400' using
      message = 'The field "website" must stay empty.',
      hint = 'It is hidden from people, so only a program fills it.';
  end if;
  if new.fill_ms < minimum_fill_ms then
    raise sqlstate 'PT400' using
      message = format('The field "fill_ms" must be at least %s.', minimum_fill_ms),
      hint = 'It is the time in milliseconds from when the form is first seen to its submission.';
  end if;
  return new;
end;
$$;

-- Deletes what the limits no longer need. Rows that another request is deleting are skipped: two requests that wait for
-- each other's rows could deadlock.
create function private.forget_hashes() returns void
language sql set search_path = ''
as $$
  delete from private.request_log where ctid = any (array(
    select ctid from private.request_log
    where at < clock_timestamp() - (select limit_window from private.settings)
    for update skip locked
  ));
  delete from private.announcement_log where ctid = any (array(
    select ctid from private.announcement_log
    where at < clock_timestamp() - (select acknowledge_every from private.settings)
    for update skip locked
  ));
$$;

-- Whether the visitor's networks can send another request; raises PT429 if not. True for all others, so that their
-- updates and the restore of a dump pass. It is the last CHECK of each table of requests, by its name. So a refused row
-- was never written and takes no space. And a bad row does not reach it: its answer would tell, without leaving a trace,
-- how many requests others have sent.
create function private.within_limit() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  limits private.settings;
  sender record;
begin
  if not private.is_for_visitor() then
    return true;
  end if;
  select * into strict limits from private.settings;
  for sender in select * from private.visitor_networks() loop
    if (select count(*) from private.request_log
        where network_hash = sender.hash and at > clock_timestamp() - limits.limit_window) >= sender.most then
      perform private.refuse_more();
    end if;
  end loop;
  return true;
end;
$$;

-- Remembers whether requests have a network. It writes only when that changes, and never waits: if another request holds
-- the row, a later one writes.
create function private.observe_network(known boolean) returns void
language sql set search_path = ''
as $$
  update private.observed set network_known = known where only_row = any (array(
    select only_row from private.observed where network_known is distinct from known for update skip locked
  ));
$$;

-- Runs after each statement that inserts into a table of requests, and counts the request.
create function private.guard_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lock integer;
begin
  if not private.is_for_visitor() or not exists (select 1 from added) then
    return null;
  end if;

  -- One request of a network at a time: otherwise a burst would be counted before any of it is logged. Everyone takes
  -- these locks in the same order, so they cannot deadlock.
  for lock in select hashtext(hash::text) from private.visitor_networks() order by 1 loop
    perform pg_advisory_xact_lock(1, lock);
  end loop;
  perform private.within_limit();
  insert into private.request_log (at, network_hash) select clock_timestamp(), hash from private.visitor_networks();
  perform private.observe_network(not exists (select from private.visitor_networks() where hash = ''));

  perform private.forget_hashes();
  return null;
end;
$$;

revoke all on all functions in schema private from public;
-- CHECK constraints and indexes run with the permissions of whoever inserts.
grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.white_space(), private.untagged_name(text), private.mailbox(text), private.within_limit()
  to anon, authenticated, service_role;
