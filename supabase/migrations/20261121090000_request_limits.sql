-- What every table that visitors write to shares: the limits, and the trigger that holds them.
-- A limit in front of the API could be walked around with the public key, so it stands here.

create schema if not exists private;
revoke all on schema private from public;

-- One row. Change a limit with: update private.settings set requests_per_ip = 50;
create table private.settings (
  only_row boolean primary key default true check (only_row),
  requests_per_ip integer not null default 20 check (requests_per_ip > 0),
  requests_per_address integer not null default 5 check (requests_per_address > 0),
  limit_window interval not null default '10 minutes',
  minimum_fill_ms integer not null default 1500 check (minimum_fill_ms >= 0),
  acknowledge_every interval not null default '1 hour',
  claim_timeout interval not null default '2 minutes',
  -- Visitors' addresses are kept as salted hashes only, and no longer than limit_window.
  salt text not null default gen_random_uuid()::text
);
insert into private.settings default values;

create table private.request_log (
  at timestamptz not null default now(),
  ip_hash bytea,
  address_hash bytea not null
);
create index request_log_ip on private.request_log (ip_hash, at);
create index request_log_address on private.request_log (address_hash, at);
create index request_log_at on private.request_log (at);

-- Nobody but the trigger's owner reads or writes these.
alter table private.settings enable row level security;
alter table private.request_log enable row level security;

-- The white space that JavaScript's trim() removes, so that "blank" means the same here and in the browser.
create function private.white_space() returns text
language sql immutable parallel safe set search_path = ''
return U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF';

-- The visitor's network as the API sees it: the address, for IPv6 its /64, which is what one household gets.
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
  -- No address at all: everybody who sends such a header shares one allowance.
  return 'unknown';
end;
$$;

-- Before insert on every table of requests. The table has the columns id, email, website (honeypot) and fill_ms.
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
  -- Staff (no role set: a direct connection) and functions are not visitors.
  if coalesce(nullif(current_setting('role', true), ''), 'none') in ('none', 'postgres', 'service_role') then
    return new;
  end if;

  -- A retry of what is already stored goes on to the primary key, which answers 409: the browser then knows it arrived.
  execute format('select exists (select 1 from %I.%I where id = $1)', tg_table_schema, tg_table_name)
    into stored using new.id;
  if stored then
    return new;
  end if;

  select * into strict limits from private.settings;

  if new.website <> '' then
    raise sqlstate 'PT400' using
      message = 'The field "website" must stay empty.',
      hint = 'It is hidden from people; a program that fills every field gives itself away with it.';
  end if;
  if new.fill_ms < limits.minimum_fill_ms then
    raise sqlstate 'PT400' using
      message = format('The field "fill_ms" must be at least %s.', limits.minimum_fill_ms),
      hint = 'It is the time in milliseconds from the first sight of the form to its sending.';
  end if;

  ip := sha256(convert_to(limits.salt || network, 'UTF8'));
  address := sha256(convert_to(limits.salt || lower(new.email), 'UTF8'));

  -- One at a time per visitor, or a burst would be counted before any of it is stored. Always in this order: no deadlock.
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
  -- No longer than the privacy policy says, without a scheduler. What another request is deleting right now is left to
  -- it: waiting for each other's rows could end in a deadlock.
  delete from private.request_log where ctid = any (array(
    select ctid from private.request_log
    where at < clock_timestamp() - limits.limit_window
    for update skip locked
  ));
  return new;
end;
$$;

revoke all on all functions in schema private from public;
-- CHECK constraints run as whoever inserts.
grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.white_space() to anon, authenticated, service_role;
