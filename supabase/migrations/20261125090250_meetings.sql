-- Booked calls take place in a room of the site (/meet). A confirmed booking has a link with a secret, which follows from
-- the booking and its time (functions/_shared/meeting-links.ts), so nothing about links is stored. Here is who knocks,
-- and what became of the call. The function meeting-access calls the functions for service_role, after it has checked a
-- link.

-- When a booking's call begins, or null if its time is not confirmed (any more).
create function private.meeting_time(booking uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when newest.answer = 'confirmed' then newest.starts_at end
  from (
    select a.answer, a.starts_at from public.booking_answers a
    where a.booking_id = meeting_time.booking order by a.sequence desc limit 1
  ) newest;
$$;

-- Wrong links are limited like requests, but counted apart from them: a page with an old link must not keep anybody from
-- sending a form.
create function private.meeting_networks() returns table (hash bytea, most integer)
language sql stable set search_path = ''
as $$
  select sha256(n.hash || convert_to('meeting', 'UTF8')), n.most from private.visitor_networks() n;
$$;

-- What a link is checked against: {"starts_at": null without a confirmed time, "name": the visitor's, "host" and
-- "address": of the member of staff whose session this is, or null: a host's link must not outlive it}.
create function public.find_meeting(booking uuid, session uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'starts_at', private.meeting_time(booking),
    'name', (select b.name from public.demo_bookings b where b.id = booking),
    'host', host.user_id,
    'address', host.email
  )
  from (select private.staff_of(session) as id) caller left join private.staff host on host.user_id = caller.id;
$$;

-- Counts a wrong link. Returns false if there were too many.
create function public.count_meeting_try(visitor_headers text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  lock integer;
begin
  perform set_config('request.headers', visitor_headers, true);
  -- As in private.guard_statement: a burst is counted one by one.
  for lock in select hashtext(hash::text) from private.meeting_networks() order by 1 loop
    perform pg_advisory_xact_lock(1, lock);
  end loop;
  if exists (
    select from private.meeting_networks() n
    where n.most <= (
      select count(*) from private.request_log l
      where l.network_hash = n.hash and l.at > clock_timestamp() - (select limit_window from private.settings)
    )
  ) then
    return false;
  end if;
  insert into private.request_log (at, network_hash) select clock_timestamp(), hash from private.meeting_networks();
  perform private.forget_hashes();
  return true;
end;
$$;

-- Counts a use of a right link from the visitor's network. Returns false if there were too many: all meetings share what
-- the provider allows us to ask, and the desk reads again at each knock. Five people who wait at one place knock that
-- often. Networks are counted apart, so that nobody else who has the link can keep its visitor out.
create function public.count_meeting_use(link text, visitor_headers text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  digest bytea;
begin
  perform set_config('request.headers', visitor_headers, true);
  select sha256(n.hash || convert_to('meeting ' || link, 'UTF8')) into digest
  from private.visitor_networks() n order by n.most desc limit 1;
  perform pg_advisory_xact_lock(1, hashtext(digest::text));
  if 600 <= (
    select count(*) from private.request_log l
    where l.network_hash = digest and l.at > clock_timestamp() - (select limit_window from private.settings)
  ) then
    return false;
  end if;
  insert into private.request_log (at, network_hash) values (clock_timestamp(), digest);
  perform private.forget_hashes();
  return true;
end;
$$;

-- Who waits to be let in, for staff to see. The page knocks again every five seconds.
create table public.meeting_knocks (
  booking_id uuid not null references public.demo_bookings on delete cascade,
  -- As typed. The provider tells people of the same name apart, the desk does not.
  name text not null check (char_length(name) <= 100),
  since timestamptz not null default clock_timestamp(),
  at timestamptz not null default clock_timestamp(),
  declined boolean not null default false,
  primary key (booking_id, name)
);
alter table public.meeting_knocks enable row level security;
revoke all on public.meeting_knocks from public, anon, authenticated, service_role;

-- Whoever has not knocked for so long is gone.
create function private.still_knocks(at timestamptz) returns boolean
language sql volatile set search_path = ''
return at > clock_timestamp() - interval '15 seconds';

-- Deletes who is gone. Every sweep calls this (public.prepare_sweep).
create function private.forget_knocks() returns void
language sql set search_path = ''
as $$
  delete from public.meeting_knocks where (booking_id, name) in (
    select booking_id, name from public.meeting_knocks where not private.still_knocks(at)
    order by booking_id, name for update
  );
$$;

-- What became of the call of a booking.
create table public.meeting_outcomes (
  booking_id uuid primary key references public.demo_bookings on delete cascade,
  ended_at timestamptz not null default clock_timestamp(),
  -- Of the one who stayed longest.
  seconds integer not null check (seconds >= 0),
  -- What the visitor says; null until then.
  worked boolean
);
alter table public.meeting_outcomes enable row level security;
revoke all on public.meeting_outcomes from public, anon, authenticated, service_role;

-- Has desks read again what they know of a booking (private.tell_desk).
create function private.tell_of_meeting(booking uuid) returns void
language sql set search_path = ''
as $$
  update public.desk_requests set changed_by = changed_by where (kind, id) = ('demo_bookings', booking);
$$;

-- A visitor knocks, or goes on knocking; '' when nobody with this link waits any more. Returns whether staff has declined
-- since: whoever knocks again after that is a new one.
create function public.knock_meeting(booking uuid, visitor text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_known boolean;
begin
  -- First, as an erasure and an answer of staff lock them.
  perform from public.demo_bookings where id = booking for key share;
  if not found then
    return false;
  end if;
  if visitor = '' then
    delete from public.meeting_knocks k where k.booking_id = booking and not k.declined;
    if found then
      perform private.tell_of_meeting(booking);
    end if;
    return false;
  end if;
  delete from public.meeting_knocks k where k.booking_id = booking and not private.still_knocks(k.at);
  delete from public.meeting_knocks k where (k.booking_id, k.name) = (booking, visitor) and k.declined;
  if found then
    return true;
  end if;
  is_known := exists (select from public.meeting_knocks k where (k.booking_id, k.name) = (booking, visitor));
  -- One link can't fill the desk.
  if not is_known and (select count(*) from public.meeting_knocks k where k.booking_id = booking) >= 20 then
    return false;
  end if;
  insert into public.meeting_knocks (booking_id, name) values (booking, visitor)
  on conflict (booking_id, name) do update set at = clock_timestamp();
  if not is_known then
    perform private.tell_of_meeting(booking);
  end if;
  return false;
end;
$$;

-- Notes how long a call was, and whether it worked. Each side says it, and can say it again.
create function public.end_meeting(booking uuid, seconds integer, worked boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.meeting_outcomes as o (booking_id, seconds, worked)
  select b.id, end_meeting.seconds, end_meeting.worked from public.demo_bookings b where b.id = booking
  -- It may be erased at this moment.
  for key share
  on conflict (booking_id) do update
  set seconds = greatest(o.seconds, excluded.seconds), worked = coalesce(excluded.worked, o.worked),
    ended_at = case when excluded.seconds > o.seconds then excluded.ended_at else o.ended_at end;
  if found then
    perform private.tell_of_meeting(booking);
  end if;
end;
$$;

-- Adds what a host wrote after the call to the notes of its booking. The same words with the same id are a retry.
create function public.note_meeting(booking uuid, host uuid, note_id uuid, note text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.desk_requests where (kind, id) = ('demo_bookings', booking) for key share;
  if not found then
    return;
  end if;
  insert into public.desk_notes (id, kind, request_id, author, text)
  values (md5(concat_ws(' ', booking, host, note_id, note))::uuid, 'demo_bookings', booking, host, note)
  on conflict do nothing;
  if found then
    insert into public.desk_log (who, what, kind, request_id) values (host, 'wrote a note', 'demo_bookings', booking);
    update public.desk_requests set changed_by = host where (kind, id) = ('demo_bookings', booking);
  end if;
end;
$$;

-- Rooms at the provider whose bookings were erased, moved or declined. The sweep removes them; if that fails, it tries again
-- until they have ended by themselves.
create table private.orphaned_rooms (
  booking_id uuid primary key,
  until timestamptz not null
);
alter table private.orphaned_rooms enable row level security;

create function private.note_orphaned_room() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A day is longer than any room is open.
  insert into private.orphaned_rooms as r (booking_id, until) values (old.booking_id, old.starts_at + interval '1 day')
  on conflict (booking_id) do update set until = greatest(r.until, excluded.until);
  return null;
end;
$$;
create trigger room_is_orphaned after delete on public.booking_answers
  for each row when (old.answer = 'confirmed') execute function private.note_orphaned_room();

-- Whoever mails the answer removes the room at once. If that fails, it is left to the sweep.
create function private.note_left_room() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.answer = 'confirmed' then
    delete from private.orphaned_rooms where booking_id = new.booking_id;
  else
    insert into private.orphaned_rooms as r (booking_id, until)
    select new.booking_id, max(a.starts_at) + interval '1 day' from public.booking_answers a
    where a.booking_id = new.booking_id and a.answer = 'confirmed' having count(*) > 0
    on conflict (booking_id) do update set until = greatest(r.until, excluded.until);
  end if;
  return null;
end;
$$;
create trigger room_is_left after insert on public.booking_answers
  for each row execute function private.note_left_room();

-- Deletes those that have ended. Every sweep calls this (public.prepare_sweep).
create function private.forget_rooms() returns void
language sql set search_path = ''
as $$ delete from private.orphaned_rooms where until < clock_timestamp(); $$;

-- The bookings of such rooms: ["<id>"].
create function public.orphaned_rooms(most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(booking_id), '[]') from (
    select booking_id from private.orphaned_rooms where until > clock_timestamp() limit most
  ) orphans;
$$;

-- Notes that the provider has no such room any more.
create function public.forget_room(booking uuid) returns void
language sql security definer set search_path = ''
as $$ delete from private.orphaned_rooms where booking_id = booking; $$;

-- For a host's link: {"session": the caller's, "starts_at": null without a confirmed time}.
create function public.desk_meeting(booking uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  begins timestamptz := private.meeting_time(booking);
begin
  perform private.require_staff();
  if begins is not null then
    perform private.log_desk('entered the room', 'demo_bookings', booking);
  end if;
  return jsonb_build_object('session', private.live_session(), 'starts_at', begins);
end;
$$;

-- Everybody who waits to be let in now, first come first: [{"booking", "name", "since"}].
create function public.desk_knocks() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('booking', booking_id, 'name', name, 'since', since) order by since, name), '[]'
    )
    from public.meeting_knocks where private.still_knocks(at) and not declined
  );
end;
$$;

-- Tells whoever knocks with this name that they are not let in.
create function public.desk_decline_knock(booking uuid, visitor text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  perform from public.demo_bookings where id = booking for key share;
  update public.meeting_knocks k set declined = true where (k.booking_id, k.name) = (booking, visitor) and not k.declined;
  if found then
    perform private.log_desk('declined a knock', 'demo_bookings', booking);
    perform private.tell_of_meeting(booking);
  end if;
end;
$$;

revoke all on function private.meeting_time(uuid), private.meeting_networks(),
  private.still_knocks(timestamptz), private.forget_knocks(), private.tell_of_meeting(uuid),
  private.note_orphaned_room(), private.note_left_room(), private.forget_rooms()
  from public, anon, authenticated, service_role;
revoke all on function public.find_meeting(uuid, uuid), public.count_meeting_try(text),
  public.count_meeting_use(text, text), public.knock_meeting(uuid, text), public.end_meeting(uuid, integer, boolean),
  public.note_meeting(uuid, uuid, uuid, text), public.orphaned_rooms(integer), public.forget_room(uuid)
  from public, anon, authenticated;
grant execute on function public.find_meeting(uuid, uuid), public.count_meeting_try(text),
  public.count_meeting_use(text, text), public.knock_meeting(uuid, text), public.end_meeting(uuid, integer, boolean),
  public.note_meeting(uuid, uuid, uuid, text), public.orphaned_rooms(integer), public.forget_room(uuid)
  to service_role;
