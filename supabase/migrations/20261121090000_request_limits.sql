-- What all tables of requests share: the settings, the limits, and the trigger that enforces them.
-- The limits are in the database because anyone with the public key could bypass a limit in front of the API.

create schema if not exists private;
revoke all on schema private from public;

-- One row. To change a setting: update private.settings set requests_per_ip = 50;
create table private.settings (
  only_row boolean primary key default true check (only_row),

  -- Limits. A network and an address can send so many requests within limit_window.
  requests_per_ip integer not null default 20 check (requests_per_ip > 0),
  requests_per_address integer not null default 5 check (requests_per_address > 0),
  limit_window interval not null default '10 minutes',
  minimum_fill_ms integer not null default 1500 check (minimum_fill_ms >= 0),
  -- Visitors' addresses are kept as salted hashes only, and no longer than limit_window.
  salt text not null default gen_random_uuid()::text,
  -- Whether only the function verified-request accepts requests. private.require_verification() sets it.
  verification_required boolean not null default false,

  -- How long after an application its resume can be uploaded.
  resume_window interval not null default '1 hour',

  -- Mail. An address gets one acknowledgement in this time.
  acknowledge_every interval not null default '1 hour',
  -- A claim that was neither finished nor released expires after this time.
  claim_timeout interval not null default '2 minutes',
  -- The wait after the first try. It doubles with each try, up to the longest. 40 tries take about three days.
  first_retry interval not null default '1 minute' check (first_retry > interval '0'),
  longest_retry interval not null default '2 hours' check (longest_retry > interval '0'),
  most_tries integer not null default 40 check (most_tries > 0),

  -- Calls. A lead without a report is reported to the team as it is after this time.
  await_report interval not null default '30 minutes',
  -- Anyone can enter any address before a call and say anything in it. So only this many mails with summaries are sent
  -- within acknowledge_every: to one address, and in total.
  summaries_per_address integer not null default 3 check (summaries_per_address >= 0),
  summaries_in_all integer not null default 60 check (summaries_in_all >= 0),
  -- A call that is reported later than this after Start Call does not belong to it.
  longest_call interval not null default '90 minutes'
);
insert into private.settings default values;

create table private.request_log (
  at timestamptz not null default now(),
  ip_hash bytea,
  -- Null for a request without an address, which its own table rejects next. A NOT NULL here would fail first and show
  -- the visitor a column and hashes that mean nothing to them.
  address_hash bytea
);
create index request_log_ip on private.request_log (ip_hash, at);
create index request_log_address on private.request_log (address_hash, at);
create index request_log_at on private.request_log (at);

-- Only the owner of the trigger reads or writes these.
alter table private.settings enable row level security;
alter table private.request_log enable row level security;

-- The white space that JavaScript's trim() removes, so that "blank" means the same here and in the browser.
create function private.white_space() returns text
language sql immutable parallel safe set search_path = ''
return U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF';

-- The visitor's network as the API sees it: the address, or for IPv6 its /64, which is what a household gets.
create function private.visitor_network() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  address text := coalesce(
    headers ->> 'cf-connecting-ip',
    btrim(split_part(headers ->> 'x-forwarded-for', ',', 1)),
    headers ->> 'x-real-ip'
  );
begin
  if address is null or address = '' then
    return null;
  end if;
  if family(address::inet) = 6 then
    return network(set_masklen(address::inet, 64))::text;
  end if;
  return host(address::inet);
exception when invalid_text_representation then
  -- The header is not an address. All clients that send such a header share one allowance.
  return 'unknown';
end;
$$;

-- Runs before each insert into a table of requests, which has the columns id, email, website (honeypot) and fill_ms.
create function private.guard_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  limits private.settings;
  network text := private.visitor_network();
  ip bytea;
  address bytea;
  stored boolean;
begin
  -- The limits are for visitors. Staff (a direct connection sets no role) and functions are exempt, unless a function
  -- stores a visitor's request.
  if coalesce(nullif(current_setting('role', true), ''), 'none') in ('none', 'postgres', 'service_role')
    and coalesce(current_setting('request.for_visitor', true), '') <> 'yes' then
    return new;
  end if;

  -- A retry of a stored request goes on to the primary key, which answers 409. That tells the browser that it arrived.
  execute format('select exists (select 1 from %I.%I where id = $1)', tg_table_schema, tg_table_name)
    into stored using new.id;
  if stored then
    return new;
  end if;

  select * into strict limits from private.settings;

  if new.website <> '' then
    raise sqlstate 'PT400' using
      message = 'The field "website" must stay empty.',
      hint = 'It is hidden from people, so only a program fills it.';
  end if;
  if new.fill_ms < limits.minimum_fill_ms then
    raise sqlstate 'PT400' using
      message = format('The field "fill_ms" must be at least %s.', limits.minimum_fill_ms),
      hint = 'It is the time in milliseconds from when the form is first seen to its submission.';
  end if;

  ip := sha256(convert_to(limits.salt || network, 'UTF8'));
  address := sha256(convert_to(limits.salt || lower(new.email), 'UTF8'));

  -- One request per visitor at a time: otherwise a burst would be counted before any of it is logged. The locks are
  -- always taken in this order, so they cannot deadlock.
  if ip is not null then
    perform pg_advisory_xact_lock(1, hashtext(encode(ip, 'hex')));
    if (select count(*) from private.request_log
        where ip_hash = ip and at > clock_timestamp() - limits.limit_window) >= limits.requests_per_ip then
      raise sqlstate 'PT429' using
        message = 'Too many requests from this network.',
        hint = format('At most %s in %s.', limits.requests_per_ip, limits.limit_window);
    end if;
  end if;
  perform pg_advisory_xact_lock(2, hashtext(encode(address, 'hex')));
  if (select count(*) from private.request_log
      where address_hash = address and at > clock_timestamp() - limits.limit_window) >= limits.requests_per_address then
    raise sqlstate 'PT429' using
      message = 'Too many requests for this e-mail address.',
      hint = format('At most %s in %s.', limits.requests_per_address, limits.limit_window);
  end if;

  insert into private.request_log (at, ip_hash, address_hash) values (clock_timestamp(), ip, address);
  -- Deleting here keeps entries no longer than the privacy policy says, without a scheduler. Rows that another request
  -- is deleting are skipped: two requests that wait for each other's rows could deadlock.
  delete from private.request_log where ctid = any (array(
    select ctid from private.request_log
    where at < clock_timestamp() - limits.limit_window
    for update skip locked
  ));
  return new;
end;
$$;

revoke all on all functions in schema private from public;
-- CHECK constraints run with the permissions of whoever inserts.
grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.white_space() to anon, authenticated, service_role;
