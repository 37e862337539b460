-- Deleting data about visitors: everything about an address on request, and rows older than content/site.yaml allows.
-- request-sweep deletes a resume whose application is gone, through the storage: deleting its row in storage.objects
-- would leave the file behind.

-- Which rows t of a table are about the address $1, as SQL.
create function private.about_address(visitor_table text) returns text
language sql immutable set search_path = ''
return concat_ws(' or ',
  'lower(t.email) = $1',
  case when visitor_table = 'voice_calls' then
    'exists (select 1 from public.voice_leads l where l.id = t.lead_id and lower(l.email) = $1)'
  end
);

-- An address as it is compared.
create function private.erased_address(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  wanted text := lower(btrim(address, private.white_space()));
begin
  if coalesce(wanted, '') = '' then
    raise sqlstate 'PT400' using message = 'The field "address" must be an e-mail address.';
  end if;
  return wanted;
end;
$$;

-- The files of applications: ["<id>/resume.pdf"].
create function private.resumes_of(applications uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]')
  from unnest(applications) a (id)
  join storage.objects o on o.bucket_id = 'resumes' and split_part(o.name, '/', 1) = a.id::text;
$$;

-- What is stored about an address: {"contact_submissions": 1, …, "resumes": ["<id>/resume.pdf"]}
create function private.stored_about(address text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  wanted text := private.erased_address(address);
  report jsonb := '{}';
  visitor_table text;
  stored integer;
begin
  for visitor_table in select name from private.request_kinds order by position loop
    execute format(
      'select count(*) from public.%I t where %s', visitor_table, private.about_address(visitor_table)
    ) into stored using wanted;
    report := report || jsonb_build_object(visitor_table, stored);
  end loop;
  return report || jsonb_build_object('resumes', private.resumes_of(array(
    select id from public.internship_applications where lower(email) = wanted
  )));
end;
$$;

-- Deletes what is stored about an e-mail address, including resumes, 500 rows at a time: all at once could take longer
-- than a statement may. Returns what it deleted, as stored_about says it, and whether to call it again:
-- {"deleted": {"contact_submissions": 1, …}, "more": false}. In the SQL editor, until "more" is false:
--   select public.erase_address('somebody@example.com');
-- It does not reach delivered mails, what the voice provider keeps, and other visitors' texts that mention the address.
create function public.erase_address(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := private.erased_address(address);
  report jsonb := '{}';
  room integer := 500;
  visitor_table text;
  erased uuid[];
begin
  -- Waits for private.note_missing_reports, which copies leads.
  perform pg_advisory_xact_lock(6, 0);
  for visitor_table in select name from private.request_kinds order by position loop
    execute format(
      'with gone as (
        delete from public.%1$I
        where id = any (array(select t.id from public.%1$I t where %2$s order by t.id limit $2 for update))
        returning id
      ) select array(select id from gone)',
      visitor_table, private.about_address(visitor_table)
    ) into erased using wanted, room;
    room := room - cardinality(erased);
    report := report || jsonb_build_object(visitor_table, cardinality(erased));
    if visitor_table = 'internship_applications' then
      report := report || jsonb_build_object('resumes', private.resumes_of(erased));
    end if;
  end loop;
  return jsonb_build_object('deleted', report, 'more', room = 0);
end;
$$;

-- Which rows t of a table may be deleted for their age, as SQL: those whose mail was sent. A row that nobody was told of
-- is still a promise, so it waits: a request for the team, an answer for its visitor, an address for its announcement.
-- Answers to a booking go with it, and a booking is kept until a day after the last time that was asked for or answered
-- has begun: its room goes with it, too, and a day is longer than any room is open.
create function private.may_expire(visitor_table text) returns text
language sql stable set search_path = ''
return case visitor_table
  when 'booking_answers' then 'false and '
  when 'demo_bookings' then 't.starts_at < clock_timestamp() - interval ''1 day'' and not exists (
    select from public.booking_answers a
    where a.booking_id = t.id and a.starts_at >= clock_timestamp() - interval ''1 day''
  ) and '
  -- A call is kept as long as its lead, and the desk lists it there.
  when 'voice_leads' then 'not exists (select from public.voice_calls c where c.lead_id = t.id) and '
  else ''
end || '(' || concat_ws(' or ',
  '(' || concat_ws(' or ',
    't.notified_at is not null',
    -- A dead letter that the team knows of: it had this long to send it again.
    case when (select notifies_team from private.request_kinds where name = visitor_table) then
      't.dead_told_at < clock_timestamp() - (select keep_dead_letters from private.settings)'
    end
  ) || ')' || case visitor_table
    -- What belongs together goes together.
    when 'demo_bookings' then ' and not exists (
      select from public.booking_answers a where a.booking_id = t.id and a.notified_at is null
        and coalesce(a.dead_told_at, ''infinity'') >= clock_timestamp() - (select keep_dead_letters from private.settings)
    )'
    else ''
  end,
  -- Nothing is kept forever because of a mail that can't be sent.
  't.created_at < clock_timestamp() - make_interval(days => $1) - (select keep_untold from private.settings)'
) || ')';

-- Deletes rows of a table that are older than keep_days, and that nobody waits for. Returns their number. It deletes some
-- at a time: all at once could take longer than a statement may. Every sweep calls it for each table that
-- content/site.yaml has a number for.
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
  -- Waits for an erasure: it deletes answers before their bookings, and this a booking before its answers.
  perform pg_advisory_xact_lock(6, 0);
  execute format(
    'delete from public.%1$I where id = any (array(
      select t.id from public.%1$I t
      where t.created_at < clock_timestamp() - make_interval(days => $1) and (%2$s)
      order by t.id limit 200 for update
    ))', visitor_table, private.may_expire(visitor_table)
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

revoke all on function private.about_address(text), private.may_expire(text), private.erased_address(text), private.resumes_of(uuid[]),
  private.stored_about(text) from public;
revoke all on function public.erase_address(text), public.delete_expired(text, integer), public.orphaned_resumes(integer)
  from public, anon, authenticated;
grant execute on function public.erase_address(text), public.delete_expired(text, integer), public.orphaned_resumes(integer)
  to service_role;
