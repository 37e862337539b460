-- Deleting data about visitors: everything about an address on request, and rows older than content/site.yaml allows.
-- request-sweep deletes a resume whose application is gone, through the storage: deleting its row in storage.objects
-- would leave the file behind.

-- Deletes everything about an e-mail address, including resumes. Returns what it deleted:
-- {"contact_submissions": 1, …, "resumes": ["<id>/resume.pdf"]}. In the SQL editor:
--   select public.erase_address('somebody@example.com');
-- It does not reach delivered mails, what the voice provider keeps, and other visitors' texts that mention the address.
create function public.erase_address(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := lower(btrim(address, private.white_space()));
  report jsonb := '{}';
  visitor_table text;
  erased integer;
  resumes jsonb;
begin
  if coalesce(wanted, '') = '' then
    raise sqlstate 'PT400' using message = 'The field "address" must be an e-mail address.';
  end if;
  -- Waits for private.note_missing_reports, which copies leads.
  perform pg_advisory_xact_lock(6, 0);
  select coalesce(jsonb_agg(o.name order by o.name), '[]') into resumes
  from public.internship_applications a
  join storage.objects o on o.bucket_id = 'resumes' and split_part(o.name, '/', 1) = a.id::text
  where lower(a.email) = wanted;

  for visitor_table in select name from private.request_kinds order by position loop
    execute format(
      'delete from public.%1$I where id = any (array(
        select t.id from public.%1$I t where lower(t.email) = $1 %2$s order by t.id for update
      ))', visitor_table,
      case when visitor_table = 'voice_calls' then
        'or exists (select 1 from public.voice_leads l where l.id = t.lead_id and lower(l.email) = $1)'
      end
    ) using wanted;
    get diagnostics erased = row_count;
    report := report || jsonb_build_object(visitor_table, erased);
  end loop;
  return report || jsonb_build_object('resumes', resumes);
end;
$$;

-- Deletes the rows of a table that are older than keep_days. Returns their number.
-- request-sweep calls it for each table that content/site.yaml has a number for.
create function public.delete_expired(visitor_table text, keep_days integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  if not exists (select 1 from private.request_kinds where name = visitor_table) then
    raise sqlstate 'PT400' using message = format('There is no table "%s" of what visitors sent.', visitor_table);
  end if;
  if keep_days is null or keep_days < 1 then
    raise sqlstate 'PT400' using message = format('"%s" must be kept for at least a day.', visitor_table);
  end if;
  execute format(
    'delete from public.%1$I where id = any (array(
      select id from public.%1$I where created_at < clock_timestamp() - make_interval(days => $1) order by id for update
    ))', visitor_table
  ) using keep_days;
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

-- Resumes whose application is no longer stored: ["<id>/resume.pdf"]. It compares with =, not with like: PostgreSQL can
-- only compare each with each then, which takes minutes for some ten thousand applications.
create function public.orphaned_resumes(most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]') from (
    select o.name from storage.objects o
    where o.bucket_id = 'resumes'
      and not exists (select 1 from public.internship_applications a where a.id::text = split_part(o.name, '/', 1))
    limit most
  ) orphans;
$$;

revoke all on function public.erase_address(text), public.delete_expired(text, integer), public.orphaned_resumes(integer)
  from public, anon, authenticated;
grant execute on function public.erase_address(text), public.delete_expired(text, integer), public.orphaned_resumes(integer)
  to service_role;
