-- Telling the team of requests: one claim for all tables, in the place of the one for contact_submissions.

drop function public.claim_contact_notification(uuid);
drop function public.finish_contact_notification(uuid);
drop function public.release_contact_notification(uuid);

alter table public.contact_submissions add column tried_at timestamptz;

-- The tables whose requests the team is told of. Each has the columns of private.request_template and acknowledged_at.
create table private.team_tables (name text primary key);
alter table private.team_tables enable row level security;
insert into private.team_tables values ('contact_submissions'), ('internship_applications'), ('demo_bookings');

-- A table's name as it stands in private.team_tables, safe to put into a statement.
create function private.team_table(request_table text) returns regclass
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select 1 from private.team_tables where name = request_table) then
    raise sqlstate 'PT400' using
      message = format('The team is not told of "%s".', request_table),
      hint = 'private.team_tables names the tables.';
  end if;
  return format('public.%I', request_table)::regclass;
end;
$$;

-- At most one acknowledgement per address and hour, whatever was sent.
create function private.was_acknowledged(address text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  since timestamptz := clock_timestamp() - (select acknowledge_every from private.settings);
  request_table text;
  found_one boolean;
begin
  for request_table in select name from private.team_tables loop
    execute format('select exists (select 1 from public.%I where lower(email) = lower($1) and acknowledged_at > $2)', request_table)
      into found_one using address, since;
    if found_one then
      return true;
    end if;
  end loop;
  return false;
end;
$$;

-- Takes one request to tell the team of. Two runs at once never get the same one.
-- Returns {"state": "unknown" | "notified" | "claimed" | "waiting"}, the last one while a resume may still come, or
-- {"state": "yours", "claimed_at": …, "acknowledge": boolean, "request": {…}}.
create function public.claim_team_notification(request_table text, request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  target regclass := private.team_table(request_table);
  claimed timestamptz := clock_timestamp();
  request jsonb;
  resume text;
  acknowledge boolean;
begin
  execute format('select to_jsonb(t) from %s t where id = $1 for update', target) into request using request_id;
  if request is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  if request ->> 'notified_at' is not null then
    return jsonb_build_object('state', 'notified');
  end if;
  if (request ->> 'claimed_at')::timestamptz > claimed - (select claim_timeout from private.settings) then
    return jsonb_build_object('state', 'claimed');
  end if;
  if request_table = 'internship_applications' then
    select private.resume_state(a) into resume from public.internship_applications a where id = request_id;
    if resume = 'awaited' then
      return jsonb_build_object('state', 'waiting');
    end if;
    request := request || jsonb_build_object('resume_state', resume);
  end if;

  -- Also when two requests of one address come together.
  perform pg_advisory_xact_lock(3, hashtext(lower(request ->> 'email')));
  acknowledge := not private.was_acknowledged(request ->> 'email');
  execute format(
    'update %s set claimed_at = $2, tried_at = $2, acknowledged_at = case when $3 then $2 else acknowledged_at end where id = $1',
    target
  ) using request_id, claimed, acknowledge;
  return jsonb_build_object(
    'state', 'yours',
    'claimed_at', claimed,
    'acknowledge', acknowledge,
    'request', request - array['website', 'fill_ms', 'source', 'claimed_at', 'tried_at', 'notified_at', 'acknowledged_at']
  );
end;
$$;

-- The team has been told.
create function public.finish_team_notification(request_table text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update %s set notified_at = clock_timestamp(), claimed_at = null where id = $1', private.team_table(request_table)
  ) using request_id;
end;
$$;

-- The team could not be told: the next run may take the request at once. The acknowledgement goes out after the team's
-- mail, so the one that this run had reserved (the same instant as its claim) was not sent either. A claim that lapsed
-- and is another run's by now stays with that one.
create function public.release_team_notification(request_table text, request_id uuid, claimed timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update %s set claimed_at = nullif(claimed_at, $2), acknowledged_at = nullif(acknowledged_at, $2)
     where id = $1 and notified_at is null',
    private.team_table(request_table)
  ) using request_id, claimed;
end;
$$;

-- Requests that the team should have been told of and was not: [{"table": …, "id": …}], first what was not tried for
-- longest, so that what fails keeps nothing else waiting. A request gets as long as a claim lasts for its own browser to
-- ask for it.
create function public.due_team_notifications(most integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  before timestamptz := now() - (select claim_timeout from private.settings);
  due jsonb := '[]';
  request_table text;
  of_this_table jsonb;
begin
  for request_table in select name from private.team_tables loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', $1, ''id'', id, ''since'', since)) from (
         select id, coalesce(tried_at, created_at) as since from public.%I t
         where notified_at is null and created_at < $2 and (claimed_at is null or claimed_at < $2) %s
         order by since limit $3
       ) d',
      request_table,
      case when request_table = 'internship_applications' then 'and private.resume_state(t) <> ''awaited''' end
    ) into of_this_table using request_table, before, most;
    due := due || coalesce(of_this_table, '[]');
  end loop;
  return (
    select coalesce(jsonb_agg(entry - 'since' order by (entry ->> 'since')::timestamptz), '[]')
    from (
      select entry from jsonb_array_elements(due) entry order by (entry ->> 'since')::timestamptz limit most
    ) d
  );
end;
$$;

revoke all on function private.team_table(text), private.was_acknowledged(text) from public;
revoke all on function public.claim_team_notification(text, uuid), public.finish_team_notification(text, uuid),
  public.release_team_notification(text, uuid, timestamptz), public.due_team_notifications(integer) from public, anon, authenticated;
grant execute on function public.claim_team_notification(text, uuid), public.finish_team_notification(text, uuid),
  public.release_team_notification(text, uuid, timestamptz), public.due_team_notifications(integer) to service_role;
