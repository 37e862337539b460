-- Requests whose visitor was verified first (functions/verified-request, docs/decisions/011-turnstile.md): a function
-- stores them, with the same limits and checks as a visitor's own insert. Off until somebody switches it on:
--   select private.require_verification(true);

alter table private.settings add column verification_required boolean not null default false;

-- The tables of requests, and the columns that visitors may write.
create table private.request_tables (name text primary key, columns text[] not null);
alter table private.request_tables enable row level security;
insert into private.request_tables
select c.relname, array_agg(a.attname::text order by a.attnum)
from pg_class c
join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'guard_request'
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where has_column_privilege('anon', c.oid, a.attnum, 'insert')
group by c.relname;

-- Takes the right to insert requests from the public key, so that there is no way around the verification, or gives it
-- back. Resumes go on as before: the storage admits one only for an application that is stored.
create function private.require_verification(required boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  request_table private.request_tables;
begin
  update private.settings set verification_required = required;
  for request_table in select * from private.request_tables loop
    if required then
      execute format('revoke insert on public.%I from anon, authenticated', request_table.name);
    else
      execute format(
        'grant insert (%s) on public.%I to anon, authenticated',
        (select string_agg(quote_ident(c), ', ') from unnest(request_table.columns) c), request_table.name
      );
    end if;
  end loop;
end;
$$;

-- As before, and a table that a later migration adds is known here too.
create or replace function private.open_to_visitors(request_table regclass, own_columns text[]) returns void
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
  insert into private.request_tables
  select relname, array[
    'id', 'name', 'email', 'source', 'page', 'referrer_host', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term',
    'utm_content', 'website', 'fill_ms'
  ] || own_columns
  from pg_class where oid = request_table;
  perform private.require_verification((select verification_required from private.settings));
end;
$$;

-- As before; what a function stores for a visitor is held to the limits too.
create or replace function private.guard_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  limits private.settings;
  network text := private.visitor_network();
  ip bytea;
  address bytea;
  stored boolean;
begin
  -- Staff (no role set: a direct connection) and functions are not visitors, unless a function stores what a visitor sent.
  if coalesce(nullif(current_setting('role', true), ''), 'none') in ('none', 'postgres', 'service_role')
    and coalesce(current_setting('request.for_visitor', true), '') <> 'yes' then
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

-- The table of a request, and the columns that visitors may write in it.
create function private.request_table(table_name text) returns private.request_tables
language plpgsql stable set search_path = ''
as $$
declare
  known private.request_tables;
begin
  select * into known from private.request_tables where name = table_name;
  if not found then
    raise sqlstate 'PT400' using
      message = format('There are no requests in "%s".', table_name),
      hint = 'private.request_tables names the tables.';
  end if;
  return known;
end;
$$;

-- Whether a request is stored already: its answer was lost, and the visitor tries again.
create function public.is_request_stored(request_table text, request_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored boolean;
begin
  execute format('select exists (select 1 from public.%I where id = $1)', (private.request_table(request_table)).name)
    into stored using request_id;
  return stored;
end;
$$;

-- Stores what a visitor sent, as their own insert would.
--
-- request: the row as JSON, with columns that visitors may write and no others; what is left out gets its default
-- visitor_headers: those of the visitor's request by which private.visitor_network knows where it came from, as JSON
-- Raises PT400 that names the field, PT429, or 23505 when it is stored already.
create function public.store_verified_request(request_table text, request text, visitor_headers text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known private.request_tables := private.request_table(request_table);
  given text[] := array(select jsonb_object_keys(request::jsonb));
  columns text := (select string_agg(quote_ident(c), ', ') from unnest(given) c);
  field text;
begin
  select c into field from unnest(given) c where c <> all (known.columns) order by c limit 1;
  if found then
    raise sqlstate 'PT400' using message = format('The field "%s" is not acceptable: unknown.', field);
  end if;
  perform set_config('request.headers', visitor_headers, true), set_config('request.for_visitor', 'yes', true);
  begin
    execute format(
      'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', known.name, columns
    ) using request::jsonb;
  exception
    when not_null_violation then
      get stacked diagnostics field = column_name;
      raise sqlstate 'PT400' using message = format('The field "%s" is not acceptable: required.', field);
    when check_violation then
      get stacked diagnostics field = constraint_name;
      select a.attname into field
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.conrelid = format('public.%I', known.name)::regclass and c.conname = field;
      raise sqlstate 'PT400' using message = format('The field "%s" is not acceptable: invalid.', field);
  end;
  perform set_config('request.for_visitor', '', true);
end;
$$;

revoke all on function private.require_verification(boolean), private.request_table(text)
  from public, anon, authenticated, service_role;
revoke all on function public.is_request_stored(text, uuid), public.store_verified_request(text, text, text)
  from public, anon, authenticated;
grant execute on function public.is_request_stored(text, uuid), public.store_verified_request(text, text, text)
  to service_role;
