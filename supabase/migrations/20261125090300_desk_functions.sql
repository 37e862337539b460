-- What staff does at the desk. See 20261125090100_desk.sql.

-- The conditions of a list, as SQL with the parameters $1 kinds, $2 states, $3 patterns. Each may be null. `dead` as a
-- state means dead letters. Each pattern is a condition of its own: only then does the search use its indexes. It is found
-- in the request, or in a call: in one that is listed by itself, or in one of the lead that is listed.
create function private.desk_conditions(kinds text[], states text[], patterns text[]) returns text
language sql stable set search_path = ''
return concat_ws(' and ',
  'true',
  case when kinds is not null then 'kind = any ($1)' end,
  case when states is not null then
    '(' || concat_ws(' or ', 'state = any ($2)', case when 'dead' = any (states) then 'dead' end) || ')'
  end,
  (
    select string_agg(format(
      '(search like ($3)[%1$s] or kind in (''voice_leads'', ''voice_calls'') and id = any (array(
        select unnest(array[c.id, c.lead_id]) from public.desk_calls c where c.search like ($3)[%1$s]
      )))', place
    ), ' and ')
    from generate_subscripts(patterns, 1) place
  )
);

-- The words of a search as patterns: each must be found, anywhere. Null without any.
create function private.patterns(words text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(distinct '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
  from regexp_split_to_table(btrim(private.searchable(left(words, 200)), private.white_space()), '[[:space:]]+') word
  where word <> '';
$$;

-- A row of the list: everything but the text that the search looks through, which can be long.
create function private.desk_entry(request public.desk_requests) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'kind', request.kind, 'id', request.id, 'created_at', request.created_at, 'name', request.name,
  'email', request.email, 'subject', request.subject, 'dead', request.dead, 'state', request.state,
  'opened_at', request.opened_at, 'answered_at', request.answered_at, 'assigned_to', request.assigned_to,
  'version', request.version, 'changed_by', request.changed_by
);

-- Requests, newest first: [{"kind", "id", "created_at", "name", "email", "subject", "dead", "state", "opened_at",
-- "answered_at", "assigned_to", "version", "changed_by"}].
-- before_at, before_id: the last one of the page before. At most 200 at once.
create function public.desk_list(
  kinds text[] default null, states text[] default null, words text default '',
  before_at timestamptz default null, before_id uuid default null, most integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  patterns text[] := private.patterns(words);
  listed jsonb;
begin
  perform private.require_staff();
  execute format(
    'select coalesce(jsonb_agg(private.desk_entry(d) order by created_at desc, id desc), ''[]'') from (
       select * from public.desk_requests where %s %s order by created_at desc, id desc limit $6
     ) d',
    private.desk_conditions(kinds, states, patterns),
    case when before_at is not null then 'and (created_at, id) < ($4, $5)' end
  ) into listed using kinds, states, patterns, before_at, before_id, least(greatest(most, 1), 200);
  return listed;
end;
$$;

-- The row of the list of one request; null if it is not stored.
create function public.desk_entry(request_kind text, request_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return (select private.desk_entry(d) from public.desk_requests d where (d.kind, d.id) = (request_kind, request_id));
end;
$$;

-- {"unread": how many nobody has opened, "dead": how many are dead letters}
create function public.desk_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return jsonb_build_object(
    'unread', (select count(*) from public.desk_requests where opened_at is null),
    'dead', (select count(*) from public.desk_requests where dead)
  );
end;
$$;

-- The row of a request in its own table, without what only the database uses.
create function private.request_row(request_kind text, request_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_row jsonb;
begin
  if not exists (select from private.request_kinds where name = request_kind) then
    raise sqlstate 'PT400' using message = format('There is no kind of request "%s".', request_kind);
  end if;
  execute format('select to_jsonb(t) from public.%I t where id = $1', request_kind) into found_row using request_id;
  return found_row - array['website', 'claimed_at', 'tried_at', 'next_try_at', 'dead_told_at', 'unsubscribe_token'];
end;
$$;

-- The row of the list, for a change of it. Raises PT404 if it is gone, PT409 if somebody was faster. It says no more:
-- PostgreSQL's log has what an error says.
create function private.desk_row(request_kind text, request_id uuid, expected integer) returns public.desk_requests
language plpgsql set search_path = ''
as $$
declare
  entry public.desk_requests;
begin
  select * into entry from public.desk_requests where (kind, id) = (request_kind, request_id) for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This request is no longer stored.';
  end if;
  if entry.version is distinct from expected then
    raise sqlstate 'PT409' using message = 'Somebody else has changed this request.';
  end if;
  return entry;
end;
$$;

-- Notes in the log that the caller opens a request, which counts as read from then on.
create function public.desk_open(request_kind text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  update public.desk_requests set opened_at = clock_timestamp()
  where (kind, id) = (request_kind, request_id) and opened_at is null;
  if exists (select from public.desk_requests where (kind, id) = (request_kind, request_id)) then
    perform private.log_desk('opened', request_kind, request_id);
  end if;
end;
$$;

-- One request with everything about it, to whoever has opened it (desk_open) within a quarter of an hour.
-- {"entry": as in desk_list, "request": its row, "resume": name in the bucket or null, "calls": [the newest twenty], "answers": [...],
--  "meeting": {"ended_at", "seconds", "worked"} or null, "notes": [{"id", "author", "text", "created_at"}],
--  "history": [{"at", "who", "what"}]}; null if it is not stored.
create function public.desk_request(request_kind text, request_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  entry public.desk_requests;
begin
  perform private.require_staff();
  select * into entry from public.desk_requests where (kind, id) = (request_kind, request_id);
  if not found then
    return null;
  end if;
  if not private.has_logged('opened', '15 minutes', request_kind, request_id) then
    raise sqlstate 'PT400' using message = 'Open this request first.', hint = 'Call desk_open.';
  end if;
  return jsonb_build_object(
    'entry', private.desk_entry(entry),
    'request', private.request_row(request_kind, request_id),
    'resume', private.checked_resume(request_id),
    'calls', (
      select coalesce(jsonb_agg(private.request_row('voice_calls', newest.id) order by newest.created_at), '[]')
      from (
        select c.id, c.created_at from public.voice_calls c
        where request_kind = 'voice_leads' and c.lead_id = request_id or request_kind = 'voice_calls' and c.id = request_id
        order by c.created_at desc limit 20
      ) newest
    ),
    'answers', (
      select coalesce(jsonb_agg(private.request_row('booking_answers', a.id) order by a.sequence), '[]')
      from public.booking_answers a where request_kind = 'demo_bookings' and a.booking_id = request_id
    ),
    'meeting', (
      select to_jsonb(o) - 'booking_id' from public.meeting_outcomes o
      where request_kind = 'demo_bookings' and o.booking_id = desk_request.request_id
    ),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - array['kind', 'request_id'] order by n.created_at), '[]')
      from public.desk_notes n where (n.kind, n.request_id) = (request_kind, desk_request.request_id)
    ),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'who', l.who, 'what', l.what) order by l.id), '[]')
      from public.desk_log l where (l.kind, l.request_id) = (request_kind, desk_request.request_id) and l.what <> 'opened'
        -- Not of one that was erased, and whose id was sent again.
        and l.at >= entry.created_at
    )
  );
end;
$$;
create index desk_log_request on public.desk_log (kind, request_id);

-- Changes of a request. Each takes the version that the caller saw, and returns the row of the list after it.

create function private.changed(entry public.desk_requests, what text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  after public.desk_requests;
begin
  update public.desk_requests d
  set state = entry.state, assigned_to = entry.assigned_to, answered_at = entry.answered_at,
    version = d.version + 1, changed_by = private.staff_id()
  where (d.kind, d.id) = (entry.kind, entry.id)
  returning * into after;
  perform private.log_desk(what, entry.kind, entry.id);
  return private.desk_entry(after);
end;
$$;

create function public.desk_set_state(request_kind text, request_id uuid, version integer, state text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry public.desk_requests;
begin
  perform private.require_staff();
  -- Before anything is stored: what PostgreSQL says of a row that it refuses has the row in it. So do the others.
  if state is null or state not in ('new', 'in work', 'done') then
    raise sqlstate 'PT400' using message = 'There is no such state.';
  end if;
  entry := private.desk_row(request_kind, request_id, version);
  entry.state := state;
  return private.changed(entry, 'changed the state');
end;
$$;

-- person: null for nobody
create function public.desk_assign(request_kind text, request_id uuid, version integer, person uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry public.desk_requests;
begin
  perform private.require_staff();
  if person is not null and not exists (select from private.staff where user_id = person and removed_at is null) then
    raise sqlstate 'PT400' using message = 'A request can only be assigned to a member of staff.';
  end if;
  entry := private.desk_row(request_kind, request_id, version);
  entry.assigned_to := person;
  return private.changed(entry, 'assigned');
end;
$$;

-- Notes when a request was first answered, and takes it into work.
create function private.mark_answered(entry public.desk_requests, what text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  entry.answered_at := coalesce(entry.answered_at, clock_timestamp());
  entry.state := case when entry.state = 'new' then 'in work' else entry.state end;
  return private.changed(entry, what);
end;
$$;

create function public.desk_mark_answered(request_kind text, request_id uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return private.mark_answered(private.desk_row(request_kind, request_id, version), 'answered');
end;
$$;

-- Adds a note, once for each id. Notes never conflict: each is added to the others.
create function public.desk_note(note_id uuid, request_kind text, request_id uuid, note text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := private.require_staff();
begin
  if note_id is null then
    raise sqlstate 'PT400' using message = 'A note needs an id.';
  end if;
  if coalesce(btrim(note, private.white_space()), '') = '' or char_length(note) > 5000 then
    raise sqlstate 'PT400' using message = 'A note has 1 to 5,000 characters.';
  end if;
  perform from public.desk_requests where (kind, id) = (request_kind, request_id) for key share;
  if not found then
    raise sqlstate 'PT404' using message = 'This request is no longer stored.';
  end if;
  insert into public.desk_notes (id, kind, request_id, author, text)
  values (note_id, request_kind, request_id, author, note)
  on conflict do nothing;
  if found then
    perform private.log_desk('wrote a note', request_kind, request_id);
    -- So that other desks hear of it.
    update public.desk_requests set changed_by = author where (kind, id) = (request_kind, request_id);
  end if;
end;
$$;

-- Answers a booking, once for each answer id. The visitor is mailed by request-notification, which the desk then asks
-- to, and otherwise by the sweep. starts_at: the time that is confirmed or proposed; null for the one that was last
-- agreed on or proposed. Returns the row of the list after it.
create function public.desk_answer_booking(
  answer_id uuid, booking uuid, version integer, answer text, starts_at timestamptz default null, note text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := private.require_staff();
  request public.demo_bookings;
  previous public.booking_answers;
  entry public.desk_requests;
begin
  if answer_id is null or answer is null or answer not in ('confirmed', 'proposed', 'declined') then
    raise sqlstate 'PT400' using message = 'There is no such answer.';
  end if;
  if char_length(note) > 2000 then
    raise sqlstate 'PT400' using message = 'A note has at most 2,000 characters.';
  end if;
  -- Waits for an erasure, which deletes answers before their bookings. Several people can answer at once.
  perform pg_advisory_xact_lock_shared(6, 0);
  select * into request from public.demo_bookings where id = booking for update;
  -- The same answer, whose response was lost, if it still holds. Another one is not stored by being told so.
  if exists (
    select from public.booking_answers a
    where a.id = answer_id and a.booking_id = booking and a.answer = desk_answer_booking.answer
      and a.starts_at = coalesce(desk_answer_booking.starts_at, a.starts_at)
      and a.note = btrim(coalesce(desk_answer_booking.note, ''), private.white_space())
      and not exists (
        select from public.booking_answers later where later.booking_id = booking and later.sequence > a.sequence
      )
  ) then
    select * into entry from public.desk_requests where (kind, id) = ('demo_bookings', booking);
    return private.desk_entry(entry);
  end if;
  entry := private.desk_row('demo_bookings', booking, version);
  select * into previous from public.booking_answers a where a.booking_id = booking order by a.sequence desc limit 1;
  starts_at := coalesce(starts_at, previous.starts_at, request.starts_at);
  if answer = 'declined' then
    starts_at := coalesce(previous.starts_at, request.starts_at);
  elsif starts_at < now() then
    raise sqlstate 'PT400' using message = 'This time is over.', hint = 'Propose a time that is ahead.';
  end if;
  if starts_at > now() + interval '1 year' then
    raise sqlstate 'PT400' using message = 'This time is more than a year ahead.', hint = 'Propose an earlier time.';
  end if;
  insert into public.booking_answers (
    id, booking_id, name, email, topic, time_zone, answer, starts_at, sequence, note, author
  ) values (
    answer_id, booking, request.name, request.email, request.topic, request.time_zone, answer, starts_at,
    coalesce(previous.sequence, 0) + 1, btrim(coalesce(note, ''), private.white_space()), caller
  );
  return private.mark_answered(
    entry,
    case answer when 'confirmed' then 'confirmed the time' when 'proposed' then 'proposed another time' else 'declined' end
  );
end;
$$;

-- Duties.

-- The name of an application's resume in the bucket, if it is stored and was checked: the team was notified of it.
create function private.checked_resume(application uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select o.name from public.internship_applications a
  join storage.objects o on o.bucket_id = 'resumes' and o.name = a.id::text || '/resume.' || a.resume_extension
  where a.id = application and a.notified_at is not null;
$$;

-- Lets the caller download a resume for a minute. Returns its name in the bucket.
create function public.desk_resume(application uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  resume text;
begin
  perform private.require_staff();
  resume := private.checked_resume(application);
  if resume is null then
    raise sqlstate 'PT404' using message = 'There is no checked resume for this application.';
  end if;
  perform private.log_desk('opened the resume', 'internship_applications', application);
  return resume;
end;
$$;

create function private.may_read_resume(object_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.desk_log l
    where l.who = private.staff_id() and l.what = 'opened the resume' and l.at > now() - interval '1 minute'
      and private.checked_resume(l.request_id) = object_name
  );
$$;
-- It gives no signed link, which would work without a session for as long as it says.
create policy "Staff reads resumes that the log has" on storage.objects for select to authenticated
  using (
    bucket_id = 'resumes' and coalesce(current_setting('storage.operation', true), '') not like 'storage.object.sign%'
    and private.may_read_resume(name)
  );

-- Notes in the log that the caller exports.
create function public.desk_begin_export() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  perform private.log_desk('exported');
end;
$$;

-- Everything that a list has, for a table, to whoever has begun an export within a minute (desk_begin_export):
-- [{...as in desk_list, "request": its row}].
create function public.desk_export(kinds text[] default null, states text[] default null, words text default '')
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  patterns text[] := private.patterns(words);
  exported jsonb;
begin
  perform private.require_staff();
  if not private.has_logged('exported', '1 minute') then
    raise sqlstate 'PT400' using message = 'Begin the export first.', hint = 'Call desk_begin_export.';
  end if;
  execute format(
    'select coalesce(jsonb_agg(
       private.desk_entry(d) || jsonb_build_object(''request'', private.request_row(d.kind, d.id)) order by created_at desc, id desc
     ), ''[]'') from public.desk_requests d where %s',
    private.desk_conditions(kinds, states, patterns)
  ) into exported using kinds, states, patterns;
  return exported;
end;
$$;

-- What an erasure of this address would delete.
create function public.desk_erasure(address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return private.stored_about(address);
end;
$$;

-- As erase_address.
create function public.desk_erase(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  perform private.log_desk('erased an address');
  return public.erase_address(address);
end;
$$;

-- Returns how many.
create function public.desk_retry_dead_letters() returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  perform private.log_desk('retried dead letters');
  -- This updates visitors' rows, and a limit of their network must not refuse it.
  perform set_config('request.for_visitor', 'no', true);
  return public.retry_dead_letters();
end;
$$;

-- As waiting_resource_announcements.
create function public.desk_waiting() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return public.waiting_resource_announcements();
end;
$$;

create index voice_calls_figures on public.voice_calls (created_at) include (end_reason, duration_s);

-- Figures of the last weeks, which begin on Mondays (UTC):
-- {"requests": [{"week", "kind", "count"}], "answers": [{"week", "answered", "within_promise", "median_s"}],
--  "unanswered": requests that wait longer than promised, "calls": [{"reason", "count", "median_s"}]}.
-- Waiting lists are not answered one by one, so they count as requests only.
create function public.desk_figures(weeks integer default 12, promised interval default '24 hours') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  since timestamptz := date_trunc('week', now(), 'UTC') - make_interval(weeks => least(greatest(weeks, 1), 104) - 1);
begin
  perform private.require_staff();
  return jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(r) order by week, kind), '[]') from (
        select date_trunc('week', created_at, 'UTC') as week, kind, count(*) from public.desk_requests
        where created_at >= since group by 1, 2
      ) r
    ),
    'answers', (
      select coalesce(jsonb_agg(to_jsonb(a) order by week), '[]') from (
        select date_trunc('week', created_at, 'UTC') as week, count(*) as answered,
          count(*) filter (where answered_at - created_at <= promised) as within_promise,
          round(extract(epoch from percentile_cont(0.5) within group (order by answered_at - created_at))) as median_s
        from public.desk_requests
        where created_at >= since and answered_at is not null and kind <> 'notification_requests' group by 1
      ) a
    ),
    'unanswered', (
      select count(*) from public.desk_requests
      where created_at >= since and created_at < now() - promised and answered_at is null and state <> 'done'
        and kind <> 'notification_requests'
    ),
    'calls', (
      select coalesce(jsonb_agg(to_jsonb(c) order by count desc, reason), '[]') from (
        select end_reason as reason, count(*),
          percentile_cont(0.5) within group (order by duration_s) as median_s
        from public.voice_calls where created_at >= since group by 1
      ) c
    )
  );
end;
$$;

revoke all on function private.desk_conditions(text[], text[], text[]), private.patterns(text),
  private.desk_entry(public.desk_requests), private.request_row(text, uuid), private.desk_row(text, uuid, integer),
  private.changed(public.desk_requests, text), private.mark_answered(public.desk_requests, text),
  private.checked_resume(uuid), private.may_read_resume(text)
  from public, anon, authenticated, service_role;
grant execute on function private.may_read_resume(text) to authenticated;

-- Functions of the desk are for whoever is signed in; each decides whether that is staff.
do $$
declare
  desk_function regprocedure;
begin
  for desk_function in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\_%'
  loop
    execute format('revoke all on function %s from public, anon, service_role', desk_function);
    execute format('grant execute on function %s to authenticated', desk_function);
  end loop;
end $$;
