-- The desk: one list of everything that visitors sent, with what staff did about it. Staff calls functions only: no
-- table of visitors' data can be read with a token. Every function checks the caller (private.require_staff), and those
-- that open, change or hand out something write to the log.

-- One row for each request, kept by triggers, so that the list and the search need one table. A call belongs to the row
-- of its lead; a call without one has a row of its own.
create table public.desk_requests (
  -- The table, as in private.request_kinds.
  kind text not null references private.request_kinds (name),
  id uuid not null,
  created_at timestamptz not null,
  name text not null,
  email text not null,
  subject text not null,
  -- Lower case: name, address, and everything else that the visitor wrote.
  search text not null,
  -- Whether a mail about it could not be sent for days: to the team, or an answer to the visitor.
  dead boolean not null default false,
  state text not null default 'new' check (state in ('new', 'in work', 'done')),
  -- When staff first opened it.
  opened_at timestamptz,
  -- When staff first answered it.
  answered_at timestamptz,
  assigned_to uuid references private.staff (user_id),
  -- Grows with each change by staff. Whoever changes an older version gets a conflict.
  version integer not null default 1,
  changed_by uuid references private.staff (user_id),
  primary key (kind, id)
);
create index desk_requests_newest on public.desk_requests (created_at desc, id desc);
create index desk_requests_state on public.desk_requests (state, created_at desc, id desc);
create index desk_requests_kind on public.desk_requests (kind, created_at desc, id desc);
create index desk_requests_unread on public.desk_requests (created_at) where opened_at is null;
create index desk_requests_dead on public.desk_requests (created_at desc, id desc) where dead;
create index desk_requests_assigned on public.desk_requests (assigned_to) where assigned_to is not null;
-- Everything that the figures count, so that they need not read the texts.
create index desk_requests_figures on public.desk_requests (created_at) include (kind, state, answered_at);
create extension if not exists pg_trgm with schema extensions;
create index desk_requests_search on public.desk_requests using gin (search extensions.gin_trgm_ops);
alter table public.desk_requests enable row level security;
revoke all on public.desk_requests from public, anon, authenticated, service_role;

-- Notes that only staff reads. They go with their request.
create table public.desk_notes (
  -- Created in the desk: a retry of the same note is stored once.
  id uuid primary key,
  kind text not null,
  request_id uuid not null,
  author uuid not null references private.staff (user_id),
  text text not null check (char_length(text) <= 5000 and btrim(text, private.white_space()) <> ''),
  created_at timestamptz not null default clock_timestamp(),
  foreign key (kind, request_id) references public.desk_requests on delete cascade
);
create index desk_notes_request on public.desk_notes (kind, request_id, created_at);
alter table public.desk_notes enable row level security;
revoke all on public.desk_notes from public, anon, authenticated, service_role;

-- The column that says in a few words what a request is about. Null if the desk does not list the kind by itself.
alter table private.request_kinds add column subject_column text;

-- As the search compares: lower case in every language, whatever the database's locale, and each character written in
-- one way, whether an accent was typed as a part of it or after it. Without two letters that become marks: no limit on
-- marks counts them. The time that it takes to sort marks grows with the square of their number, so a text is read in
-- pieces of 64 characters, which end at a blank if they have one. One character can become eighteen, and a search reads
-- all of it, so there is a limit to both.
create function private.searchable(text) returns text
language sql immutable parallel safe set search_path = ''
return (
  select coalesce(left(lower(string_agg(normalize(piece[1], nfkc), '' order by place) collate "und-x-icu"), 45000), '')
  from regexp_matches(translate(left($1, 45000), U&'\FF9E\FF9F', ''), '.{0,63}\s|\S{1,64}', 'g')
    with ordinality pieces (piece, place)
);

-- The texts of a request that the template does not have, one below the other.
create function private.own_texts(request_kind text, request jsonb) returns text
language sql stable set search_path = ''
as $$
  select string_agg(value, E'\n')
  from jsonb_each_text(request), private.request_kinds k
  where k.name = request_kind and key = any (k.columns) and value <> '' and key not in (
    select attname from pg_attribute where attrelid = 'private.request_template'::regclass
  );
$$;

-- Runs after each insert into a table that the desk lists.
create function private.enter_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request_kind text := tg_table_name;
  request jsonb := to_jsonb(new);
  subject_column text := (select k.subject_column from private.request_kinds k where k.name = request_kind);
begin
  insert into public.desk_requests (kind, id, created_at, name, email, subject, search)
  values (
    request_kind, new.id, new.created_at, new.name, new.email, left(request ->> subject_column, 200),
    private.searchable(concat_ws(E'\n', new.name, new.email, private.own_texts(request_kind, request)))
  );
  return null;
end;
$$;

-- Runs after rows of a table are deleted, for whatever reason: what the desk knows of them goes, too.
create function private.leave_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A text, not a name: names are compared in another order than the index has.
  request_kind text := tg_table_name;
begin
  delete from public.desk_requests d using gone where d.kind = request_kind and d.id = gone.id;
  return null;
end;
$$;

-- Runs when a mail becomes a dead letter, and when it is one no longer. What belongs to a request counts as the request:
-- the calls of a lead, the answers to a booking.
create function private.mark_dead() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request_kind text := tg_table_name;
  request jsonb := to_jsonb(new);
begin
  update public.desk_requests d
  set dead = case d.kind
    when 'voice_leads' then exists (
      select from public.voice_calls c where c.lead_id = d.id and c.dead_at is not null and c.notified_at is null
    )
    when 'demo_bookings' then exists (
      select from public.demo_bookings b where b.id = d.id and b.dead_at is not null and b.notified_at is null
    ) or exists (
      select from public.booking_answers a where a.booking_id = d.id and a.dead_at is not null and a.notified_at is null
    )
    else new.dead_at is not null and new.notified_at is null
  end
  where (d.kind, d.id) in (
    (request_kind, new.id), ('voice_leads', (request ->> 'lead_id')::uuid),
    ('demo_bookings', (request ->> 'booking_id')::uuid)
  );
  return null;
end;
$$;

create function private.watch_dead_letters(request_table regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    $sql$
      create trigger mark_dead after update of dead_at, notified_at on %s for each row
        when ((old.dead_at is not null and old.notified_at is null) <> (new.dead_at is not null and new.notified_at is null))
        execute function private.mark_dead();
    $sql$, request_table
  );
end;
$$;

-- Has the desk list the rows of a table, also those that are stored already.
create function private.show_at_desk(request_table regclass, subject_column text) returns void
language plpgsql set search_path = ''
as $$
declare
  kind private.request_kinds;
begin
  update private.request_kinds k set subject_column = show_at_desk.subject_column
  from pg_class c where c.oid = request_table and k.name = c.relname
  returning k.* into strict kind;
  execute format(
    $sql$
      create trigger enter_request after insert on public.%1$I for each row execute function private.enter_request();
      create trigger leave_desk after delete on public.%1$I referencing old table as gone
        for each statement execute function private.leave_desk();
      insert into public.desk_requests (kind, id, created_at, name, email, subject, search, dead)
      select %1$L, id, created_at, name, email, left(%2$I, 200),
        private.searchable(concat_ws(E'\n', name, email, private.own_texts(%1$L, to_jsonb(t)))), %3$s
      from public.%1$I t;
    $sql$, kind.name, subject_column,
    case when kind.notifies_team then 'dead_at is not null and notified_at is null' else 'false' end
  );
  if kind.notifies_team then
    perform private.watch_dead_letters(request_table);
  end if;
end;
$$;
select private.show_at_desk('public.contact_submissions', 'subject');
select private.show_at_desk('public.demo_bookings', 'topic');
select private.show_at_desk('public.internship_applications', 'position');
select private.show_at_desk('public.notification_requests', 'resource_type');
select private.show_at_desk('public.voice_leads', 'name');

-- What the search finds of a call: name, address, and what was said, in lower case. Each text is made once, when its call
-- is stored. So nothing else has to wait for it, however long it is: no lead, no other call and no deletion. With the
-- provider's public key, anyone can have any number of calls stored: of those that belong to no visitor whom we know, or
-- are not among the first twenty of one, it has the beginning only.
create table public.desk_calls (
  id uuid primary key references public.voice_calls on delete cascade,
  lead_id uuid,
  search text not null
);
create index desk_calls_lead on public.desk_calls (lead_id);
create index desk_calls_search on public.desk_calls using gin (search extensions.gin_trgm_ops);
alter table public.desk_calls enable row level security;
revoke all on public.desk_calls from public, anon, authenticated, service_role;

create function private.enter_call_words(call public.voice_calls) returns void
language sql set search_path = ''
as $$
  insert into public.desk_calls (id, lead_id, search)
  select call.id, call.lead_id, private.searchable(left(
    concat_ws(E'\n', call.name, call.email, call.summary, call.outcome, call.transcript),
    case when exists (select from public.voice_leads l where l.id = call.lead_id)
      and (select count(*) from (select from public.desk_calls d where d.lead_id = call.lead_id limit 20) before) < 20
    then 45000 else 2000 end
  ));
$$;

-- Runs after each report of a call: adds it to its lead, or else to the list.
create function private.enter_call() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enter_call_words(new);
  if new.lead_id is not null and not exists (select from public.voice_leads where id = new.lead_id) then
    -- It may be arriving at the same time: one of the two waits for the other, and then sees it.
    perform pg_advisory_xact_lock(7, hashtext(new.lead_id::text));
  end if;
  -- The desk hears that there is more of the lead (private.tell_desk), which nobody has read.
  update public.desk_requests d set opened_at = case when not new.asked then d.opened_at end where (d.kind, d.id) = ('voice_leads', new.lead_id);
  if not found then
    insert into public.desk_requests (kind, id, created_at, name, email, subject, search)
    values ('voice_calls', new.id, new.created_at, new.name, new.email, '', '');
  end if;
  return null;
end;
$$;
create trigger enter_call after insert on public.voice_calls for each row execute function private.enter_call();
create trigger leave_desk after delete on public.voice_calls referencing old table as gone
  for each statement execute function private.leave_desk();
select private.watch_dead_letters('public.voice_calls');

-- Runs after each lead, whose report may have arrived before it. What staff did with the call, they did with the lead.
create function private.adopt_calls() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  calls uuid[];
begin
  -- See private.enter_call. Only visitors insert one lead at a time: many locks at once would leave none for others.
  if private.is_for_visitor() then
    perform pg_advisory_xact_lock(7, hashtext(new.id::text));
  end if;
  -- Whoever passes one over now does not see this lead.
  perform from public.voice_calls where lead_id = new.id order by id for update;
  calls := array(
    select d.id from public.voice_calls c join public.desk_requests d on d.kind = 'voice_calls' and d.id = c.id
    where c.lead_id = new.id order by d.id for update of d
  );
  update public.desk_requests d
  set dead = listed.any_dead, state = listed.state, opened_at = listed.opened_at, answered_at = listed.answered_at,
    assigned_to = listed.assigned_to, changed_by = listed.changed_by
  from (
    select l.*, bool_or(l.dead) over () as any_dead from public.desk_requests l
    where l.kind = 'voice_calls' and l.id = any (calls) order by l.version desc, l.created_at desc limit 1
  ) listed
  where (d.kind, d.id) = ('voice_leads', new.id);
  update public.desk_notes n set kind = 'voice_leads', request_id = new.id
  where n.kind = 'voice_calls' and n.request_id = any (calls);
  delete from public.desk_requests d where d.kind = 'voice_calls' and d.id = any (calls);
  -- As one that nobody was known to have made, it may have been passed over.
  update public.voice_calls c set passed_over = false, notified_at = null
  where c.id = (
    select id from public.voice_calls where lead_id = new.id and passed_over order by asked desc, created_at limit 1
  ) and not private.has_other_report(new.id, c.id, c.asked);
  return null;
end;
$$;
-- After the trigger enter_request: PostgreSQL runs them in the order of their names.
create trigger enter_request_calls after insert on public.voice_leads
  for each row execute function private.adopt_calls();

insert into public.desk_requests (kind, id, created_at, name, email, subject, search, dead)
select 'voice_calls', c.id, c.created_at, c.name, c.email, '', '',
  c.dead_at is not null and c.notified_at is null
from public.voice_calls c
where not exists (select from public.voice_leads l where l.id = c.lead_id);
select private.enter_call_words(c) from public.voice_calls c;
update public.desk_requests d set dead = true
from public.voice_calls c
where d.kind = 'voice_leads' and d.id = c.lead_id and c.dead_at is not null and c.notified_at is null;

-- Live: the desk hears the kind and the id of what is new, changed or gone, and asks for the rest itself.
create function private.tell_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  entry public.desk_requests;
begin
  -- A project without the Realtime service has no such function; its desks ask now and then.
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    entry := old;
  else
    entry := new;
  end if;
  perform realtime.send(jsonb_build_object('kind', entry.kind, 'id', entry.id), lower(tg_op), 'desk', true);
  return null;
end;
$$;
create trigger tell_desk after insert or update or delete on public.desk_requests
  for each row execute function private.tell_desk();
do $$
begin
  if to_regclass('realtime.messages') is null then
    raise warning 'This project has no Realtime, so the desk asks for new requests now and then. See docs/deploy.md, "The desk".';
  else
    create policy "Staff hears of requests" on realtime.messages for select to authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = 'desk' and (select private.is_staff()));
  end if;
end $$;

revoke all on function private.searchable(text), private.own_texts(text, jsonb), private.enter_request(),
  private.leave_desk(), private.mark_dead(), private.watch_dead_letters(regclass), private.show_at_desk(regclass, text),
  private.enter_call_words(public.voice_calls), private.enter_call(), private.adopt_calls(), private.tell_desk()
  from public, anon, authenticated, service_role;
