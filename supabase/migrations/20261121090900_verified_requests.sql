-- Requests of visitors who were verified first (decision 011). functions/verified-request stores them, with the limits
-- and checks of a visitor's own insert. To accept no others: select private.require_verification(true);

-- The kind of request that visitors insert into this table.
create function private.request_table(table_name text) returns private.request_kinds
language plpgsql stable set search_path = ''
as $$
declare
  known private.request_kinds;
begin
  select * into known from private.request_kinds where name = table_name and columns is not null;
  if not found then
    raise sqlstate 'PT400' using
      message = format('There are no requests in "%s".', table_name),
      hint = 'private.request_kinds names the tables.';
  end if;
  return known;
end;
$$;

-- Whether a request is stored already. Then its response was lost, and the visitor tries again.
create function public.is_request_stored(request_table text, request_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_stored((private.request_table(request_table)).name, request_id);
$$;

-- Stores a visitor's request, as their own insert would.
--
-- request: the row as JSON, with only columns that visitors may insert; columns left out get their defaults
-- visitor_headers: the headers of the visitor's request as JSON; private.visitor_networks reads one of them
-- Raises PT400 that names the field, PT429, or 23505 if the request is stored already.
create function public.store_verified_request(request_table text, request text, visitor_headers text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known private.request_kinds := private.request_table(request_table);
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

revoke all on function private.request_table(text) from public, anon, authenticated, service_role;
revoke all on function public.is_request_stored(text, uuid), public.store_verified_request(text, text, text)
  from public, anon, authenticated;
grant execute on function public.is_request_stored(text, uuid), public.store_verified_request(text, text, text)
  to service_role;
