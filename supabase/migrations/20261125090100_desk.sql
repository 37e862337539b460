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
  -- Lower case: name, address, and everything else that the visitor wrote or said.
  search text not null,
  -- Whether the team could not be mailed about it for days.
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
create index desk_requests_dead on public.desk_requests (created_at desc, id desc) where dead;
create index desk_requests_assigned on public.desk_requests (assigned_to) where assigned_to is not null;
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

-- As the search compares: lower case in every language, whatever the database's locale.
create function private.searchable(text) returns text
language sql immutable parallel safe set search_path = ''
return lower($1 collate "und-x-icu");

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
  request jsonb := to_jsonb(new);
  subject_column text := (select k.subject_column from private.request_kinds k where k.name = tg_table_name);
begin
  insert into public.desk_requests (kind, id, created_at, name, email, subject, search)
  values (
    tg_table_name, new.id, new.created_at, new.name, new.email, left(request ->> subject_column, 200),
    private.searchable(concat_ws(E'\n', new.name, new.email, private.own_texts(tg_table_name, request)))
  );
  return null;
end;
$$;

-- Runs after rows of a table are deleted, for whatever reason: what the desk knows of them goes, too.
create function private.leave_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.desk_requests d using gone where d.kind = tg_table_name and d.id = gone.id;
  return null;
end;
$$;

-- Runs when a request becomes a dead letter, and when it is one no longer.
create function private.mark_dead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.desk_requests set dead = new.dead_at is not null and new.notified_at is null
  where (kind, id) = (tg_table_name, new.id)
    or tg_table_name = 'voice_calls' and (kind, id) = ('voice_leads', (to_jsonb(new) ->> 'lead_id')::uuid);
  return null;
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
      insert into public.desk_requests (kind, id, created_at, name, email, subject, search)
      select %1$L, id, created_at, name, email, left(%2$I, 200),
        private.searchable(concat_ws(E'\n', name, email, private.own_texts(%1$L, to_jsonb(t))))
      from public.%1$I t;
    $sql$, kind.name, subject_column
  );
  if kind.notifies_team then
    execute format(
      $sql$
        create trigger mark_dead after update of dead_at, notified_at on public.%1$I for each row
          when ((old.dead_at is not null and old.notified_at is null) <> (new.dead_at is not null and new.notified_at is null))
          execute function private.mark_dead();
      $sql$, kind.name
    );
  end if;
end;
$$;
select private.show_at_desk('public.contact_submissions', 'subject');
select private.show_at_desk('public.demo_bookings', 'topic');
select private.show_at_desk('public.internship_applications', 'position');
select private.show_at_desk('public.notification_requests', 'resource_type');
select private.show_at_desk('public.voice_leads', 'name');

-- What the search finds of a call.
create function private.call_words(call public.voice_calls) returns text
language sql immutable set search_path = ''
return private.searchable(concat_ws(E'\n', call.name, call.email, call.summary, call.transcript));

-- Runs after each report of a call: adds it to its lead, or else to the list.
create function private.enter_call() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.desk_requests set search = search || E'\n' || private.call_words(new)
  where (kind, id) = ('voice_leads', new.lead_id);
  if not found then
    insert into public.desk_requests (kind, id, created_at, name, email, subject, search)
    values ('voice_calls', new.id, new.created_at, new.name, new.email, '', private.call_words(new));
  end if;
  return null;
end;
$$;
create trigger enter_call after insert on public.voice_calls for each row execute function private.enter_call();
create trigger leave_desk after delete on public.voice_calls referencing old table as gone
  for each statement execute function private.leave_desk();
create trigger mark_dead after update of dead_at, notified_at on public.voice_calls for each row
  when ((old.dead_at is not null and old.notified_at is null) <> (new.dead_at is not null and new.notified_at is null))
  execute function private.mark_dead();

-- Runs after each lead, whose report may have arrived before it.
create function private.adopt_calls() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  calls text;
begin
  select string_agg(private.call_words(c), E'\n') into calls from public.voice_calls c where c.lead_id = new.id;
  if calls is not null then
    delete from public.desk_requests where kind = 'voice_calls' and id in (
      select id from public.voice_calls where lead_id = new.id
    );
    update public.desk_requests set search = search || E'\n' || calls where (kind, id) = ('voice_leads', new.id);
  end if;
  return null;
end;
$$;
-- After the trigger enter_request: PostgreSQL runs them in the order of their names.
create trigger enter_request_calls after insert on public.voice_leads
  for each row execute function private.adopt_calls();

insert into public.desk_requests (kind, id, created_at, name, email, subject, search)
select 'voice_calls', c.id, c.created_at, c.name, c.email, '', private.call_words(c) from public.voice_calls c
where not exists (select from public.voice_leads l where l.id = c.lead_id);
update public.desk_requests d set search = search || E'\n' || calls.words
from (
  select lead_id, string_agg(private.call_words(c), E'\n') as words from public.voice_calls c group by lead_id
) calls
where d.kind = 'voice_leads' and d.id = calls.lead_id;

-- Live: the desk hears the kind and the id of what is new or changed, and asks for the rest itself.
create function private.tell_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A project without the Realtime service has no such function; its desks ask now and then.
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    perform realtime.send(jsonb_build_object('kind', new.kind, 'id', new.id), lower(tg_op), 'desk', true);
  end if;
  return null;
end;
$$;
create trigger tell_desk after insert or update on public.desk_requests
  for each row execute function private.tell_desk();
create policy "Staff hears of requests" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'desk' and (select private.is_staff()));

revoke all on function private.searchable(text), private.own_texts(text, jsonb), private.enter_request(),
  private.leave_desk(), private.mark_dead(), private.show_at_desk(regclass, text), private.call_words(public.voice_calls),
  private.enter_call(), private.adopt_calls(), private.tell_desk()
  from public, anon, authenticated, service_role;
