-- Notifying the team of requests (decision 003). A function claims a request, mails it, and marks it as notified. Each
-- claim counts as a try, and the wait for the next one grows. A request that failed for days becomes a dead letter: the
-- team gets a mail about it that contains none of the visitor's words.

-- The table with this name, safe to put into a statement, if the team is notified of its rows.
create function private.team_table(request_table text) returns regclass
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select 1 from private.request_kinds where name = request_table and notifies_team) then
    raise sqlstate 'PT400' using
      message = format('The team is not notified of "%s".', request_table),
      hint = 'private.request_kinds names the tables.';
  end if;
  return format('public.%I', request_table)::regclass;
end;
$$;

-- Whether the mailbox of an address was acknowledged within acknowledge_every, for a request of any kind. The summary
-- of a call does not count: the visitor asked for it.
create function private.was_acknowledged(address text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  since timestamptz := clock_timestamp() - (select acknowledge_every from private.settings);
  request_table text;
  found_one boolean;
begin
  for request_table in
    select name from private.request_kinds where notifies_team and columns is not null order by position
  loop
    execute format(
      'select exists (select 1 from public.%I where private.mailbox(email) = private.mailbox($1) and acknowledged_at > $2)',
      request_table
    ) into found_one using address, since;
    if found_one then
      return true;
    end if;
  end loop;
  return false;
end;
$$;

-- How many acknowledgements were sent within acknowledge_every.
create function private.acknowledgements() returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  since timestamptz := clock_timestamp() - (select acknowledge_every from private.settings);
  request_table text;
  sent bigint;
  total bigint := 0;
begin
  for request_table in select name from private.request_kinds where notifies_team and columns is not null loop
    execute format('select count(*) from public.%I where acknowledged_at > $1', request_table) into sent using since;
    total := total + sent;
  end loop;
  return total;
end;
$$;

-- Claims one request, so that the team can be notified of it. Two runs at once never claim the same one.
-- Returns {"state": "unknown" | "notified" | "claimed" | "waiting"}, or
-- {"state": "yours", "claimed_at": …, "acknowledge": boolean, "request": {…}}.
-- "waiting" means that a resume, or the lead of a call, may still arrive.
create function public.claim_team_notification(request_table text, request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  target regclass := private.team_table(request_table);
  claimed timestamptz := clock_timestamp();
  lapsed timestamptz := claimed - (select claim_timeout from private.settings);
  request jsonb;
  call public.voice_calls;
  lead public.voice_leads;
  resume text;
  acknowledge boolean;
begin
  -- If a booking and its answers are to be mailed at once, one waits for the other.
  if request_table = 'booking_answers' then
    perform pg_advisory_xact_lock(4, hashtext(a.booking_id::text)) from public.booking_answers a where a.id = request_id;
  elsif request_table = 'demo_bookings' then
    perform pg_advisory_xact_lock(4, hashtext(request_id::text));
  end if;
  execute format('select to_jsonb(t) from %s t where id = $1 for update', target) into request using request_id;
  if request is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  if request ->> 'notified_at' is not null then
    return jsonb_build_object('state', 'notified');
  end if;
  if (request ->> 'claimed_at')::timestamptz > lapsed then
    return jsonb_build_object('state', 'claimed');
  end if;
  if request_table = 'internship_applications' then
    select private.resume_state(a) into resume from public.internship_applications a where id = request_id;
    if resume = 'awaited' then
      return jsonb_build_object('state', 'waiting');
    end if;
    request := request || jsonb_build_object('resume_state', resume);
  end if;
  if request_table = 'booking_answers' and exists (
    select from public.booking_answers a
    where a.booking_id = (request ->> 'booking_id')::uuid and a.sequence > (request ->> 'sequence')::integer
  ) then
    -- The visitor must not be mailed what no longer holds, after what does.
    update public.booking_answers set notified_at = claimed, claimed_at = null, passed_over = true where id = request_id;
    return jsonb_build_object('state', 'notified');
  end if;
  -- Nor while another answer or the acknowledgement is being mailed: it could arrive after this one.
  if request_table = 'booking_answers' and (
    exists (
      select from public.booking_answers a
      where a.booking_id = (request ->> 'booking_id')::uuid and a.notified_at is null and a.claimed_at > lapsed
    ) or exists (
      select from public.demo_bookings b
      where b.id = (request ->> 'booking_id')::uuid and b.notified_at is null and b.claimed_at > lapsed
    )
  ) then
    return jsonb_build_object('state', 'claimed');
  end if;
  -- A mail that confirms or proposes a time that is over would confuse, too. The team is told, as of every dead letter.
  if request_table = 'booking_answers' and request ->> 'answer' <> 'declined'
    and (request ->> 'starts_at')::timestamptz < claimed
  then
    update public.booking_answers set dead_at = claimed, claimed_at = null, failure = 'Its time is over.' where id = request_id;
    return jsonb_build_object('state', 'claimed');
  end if;
  if request_table = 'voice_calls' then
    select * into strict call from public.voice_calls where id = request_id;
    select * into lead from public.voice_leads where id = call.lead_id;
    if lead.id is null and call.lead_id is not null and call.created_at > lapsed then
      return jsonb_build_object('state', 'waiting');
    end if;
    if not private.is_call_mailed(call, lead) then
      update public.voice_calls set notified_at = claimed, claimed_at = null, passed_over = true where id = request_id;
      return jsonb_build_object('state', 'notified');
    end if;
    request := request || jsonb_build_object('lead_known', lead.id is not null);
    if lead.id is not null then
      -- The lead wins: it passed the limits when Start Call was pressed. Nobody checked what the call reports.
      request := request || (to_jsonb(lead) - 'id');
    end if;
  end if;

  -- If two requests of one mailbox arrive at once, one waits for the other; and any two, where all are counted.
  perform pg_advisory_xact_lock(3, hashtext(private.mailbox(request ->> 'email')));
  if request_table not in ('booking_answers', 'voice_calls') then
    perform pg_advisory_xact_lock(8, 0);
  end if;
  acknowledge := case
    -- The mail about it goes to the visitor.
    when request_table = 'booking_answers' then false
    when request_table = 'voice_calls' then lead.id is not null and private.may_get_summary(call, lead)
    -- “We'll confirm the time” must not follow what the team has already said.
    when request_table = 'demo_bookings' and exists (
      select from public.booking_answers a where a.booking_id = request_id
    ) then false
    -- Anyone can enter any addresses, from many networks: our mail must not become known as spam.
    else not private.was_acknowledged(request ->> 'email')
      and private.acknowledgements() < (select acknowledgements_in_all from private.settings)
  end;
  execute format(
    'update %s set claimed_at = $2, tried_at = $2, acknowledged_at = case when $3 then $2 else acknowledged_at end where id = $1',
    target
  ) using request_id, claimed, acknowledge;
  return jsonb_build_object(
    'state', 'yours',
    'claimed_at', claimed,
    'acknowledge', acknowledge,
    'request', request - array[
      'website', 'fill_ms', 'source', 'claimed_at', 'tried_at', 'notified_at', 'acknowledged_at', 'tries', 'next_try_at',
      'failure', 'dead_at', 'dead_told_at'
    ]
  );
end;
$$;

-- Marks a request as notified; for a call, its lead too.
create function public.finish_team_notification(request_table text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update %s set notified_at = clock_timestamp(), claimed_at = null where id = $1', private.team_table(request_table)
  ) using request_id;
  if request_table = 'voice_calls' then
    update public.voice_leads l set notified_at = clock_timestamp()
    from public.voice_calls c where c.id = request_id and l.id = c.lead_id and l.notified_at is null;
  end if;
end;
$$;

-- Releases a claim whose mail failed, so that another run can try, and stores why it failed. The acknowledgement is
-- sent after the team's mail, so the one that this run reserved (at the same instant as its claim) was not sent either.
-- A claim that expired and now belongs to another run stays with that run.
create function public.release_team_notification(
  request_table text, request_id uuid, claimed timestamptz, failure text default ''
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update %s set claimed_at = nullif(claimed_at, $2), acknowledged_at = nullif(acknowledged_at, $2), failure = left($3, 500)
     where id = $1 and notified_at is null',
    private.team_table(request_table)
  ) using request_id, claimed, coalesce(failure, '');
end;
$$;

-- Requests whose notification is due: [{"table": …, "id": …}]. The least recently tried come first, so that one that
-- fails delays no other. A request is due only after claim_timeout, because its own browser asks for the mail first.
-- Turns those that were tried too often into dead letters.
create function private.due_requests(most integer) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  before timestamptz := now() - (select claim_timeout from private.settings);
  due jsonb := '[]';
  request_table text;
  of_this_table jsonb;
begin
  for request_table in select name from private.request_kinds where notifies_team order by position loop
    execute format(
      'update public.%1$I set dead_at = now(), claimed_at = null where id = any (array(
         select id from public.%1$I
         where notified_at is null and dead_at is null and tries >= $2 and (claimed_at is null or claimed_at < $1)
         order by id for update
       ))',
      request_table
    ) using before, (select most_tries from private.settings);
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', $1, ''id'', id, ''since'', since)) from (
         select id, coalesce(tried_at, created_at) as since from public.%I t
         where notified_at is null and dead_at is null and created_at < $2 and (claimed_at is null or claimed_at < $2)
           and (next_try_at is null or next_try_at <= now()) %s
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

-- Requests whose notification is due; see private.due_requests. Also notes that a sweep asked.
create function public.due_team_notifications(most integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.observed set swept_at = clock_timestamp();
  return private.due_requests(most);
end;
$$;

-- What every sweep does first: it deletes what the limits no longer need, what is too old in the desk's log, who no longer
-- knocks at a room, and rooms of erased bookings that have ended, ends old sessions, and adds calls whose report is missing.
-- A call of its own, so that its failure keeps no mail from the team. Nor does one step keep the others from being taken:
-- returns those that failed, without the message, which can have values of rows.
create function public.prepare_sweep() returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  step text;
  failed text[] := '{}';
begin
  foreach step in array array[
    'forget_hashes', 'forget_log', 'forget_runs', 'end_old_sessions', 'forget_knocks', 'note_missing_reports', 'forget_rooms'
  ] loop
    begin
      execute format('select private.%I()', step);
    exception when query_canceled or others then
      failed := failed || format('%s: %s', step, sqlstate);
    end;
  end loop;
  return failed;
end;
$$;

-- Dead letters that the team was not notified of: [{"table", "id", "created_at", "dead_at", "tries", "failure"}], oldest
-- first.
create function public.untold_dead_letters(most integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_ones jsonb := '[]';
  request_table text;
  of_this_table jsonb;
begin
  for request_table in select name from private.request_kinds where notifies_team order by position loop
    execute format(
      'select jsonb_agg(to_jsonb(d)) from (
         select $1 as "table", id, to_char(created_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS"Z"'') as created_at, dead_at, tries, failure
         from public.%I where dead_at is not null and notified_at is null and dead_told_at is null order by public.%I.created_at limit $2
       ) d',
      request_table, request_table
    ) into of_this_table using request_table, most;
    found_ones := found_ones || coalesce(of_this_table, '[]');
  end loop;
  return (
    select coalesce(jsonb_agg(entry order by entry ->> 'created_at'), '[]')
    from (select entry from jsonb_array_elements(found_ones) entry order by entry ->> 'created_at' limit most) d
  );
end;
$$;

-- Marks a dead letter as one that the team was notified of; for a call, its lead too. If it was made due again meanwhile,
-- the team must hear of it once more when it is given up again.
create function public.finish_dead_letter(request_table text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update %s set dead_told_at = clock_timestamp() where id = $1 and dead_at is not null', private.team_table(request_table)
  ) using request_id;
  if request_table = 'voice_calls' then
    -- Otherwise the lead would get another call without a report once this one has expired.
    update public.voice_leads l set notified_at = clock_timestamp()
    from public.voice_calls c where c.id = request_id and l.id = c.lead_id and l.notified_at is null;
  end if;
end;
$$;

-- Makes every dead letter due again, with its tries at zero. Returns how many. For the team, when the cause is fixed:
--   npm run backend -- retry, or in the SQL editor: select public.retry_dead_letters();
create function public.retry_dead_letters() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  request_table text;
  revived integer;
  total integer := 0;
begin
  for request_table in select name from private.request_kinds where notifies_team order by position loop
    execute format(
      'update public.%1$I set dead_at = null, dead_told_at = null, tries = 0, next_try_at = null where id = any (array(
         select id from public.%1$I where dead_at is not null and notified_at is null order by id for update
       ))',
      request_table
    );
    get diagnostics revived = row_count;
    total := total + revived;
  end loop;
  return total;
end;
$$;

revoke all on function private.team_table(text), private.was_acknowledged(text), private.acknowledgements(),
  private.due_requests(integer) from public;
revoke all on function public.claim_team_notification(text, uuid), public.finish_team_notification(text, uuid),
  public.release_team_notification(text, uuid, timestamptz, text), public.due_team_notifications(integer),
  public.untold_dead_letters(integer), public.finish_dead_letter(text, uuid), public.retry_dead_letters(),
  public.prepare_sweep()
  from public, anon, authenticated;
grant execute on function public.claim_team_notification(text, uuid), public.finish_team_notification(text, uuid),
  public.release_team_notification(text, uuid, timestamptz, text), public.due_team_notifications(integer),
  public.untold_dead_letters(integer), public.finish_dead_letter(text, uuid), public.retry_dead_letters(),
  public.prepare_sweep()
  to service_role;
