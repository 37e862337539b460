-- Staff: who may use the desk (decision 026). Their rights are decided here at every request, not by what a token says:
-- a person, factor or session that was removed a second ago reads nothing.

create table private.staff (
  -- In auth.users. It is no foreign key: when an account is removed, the log must still name the person.
  user_id uuid primary key,
  email text not null,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  -- When somebody has tried to guess their codes.
  guessed_at timestamptz,
  -- The digest of the password that somebody else chose. As long as the account has it, the person has no rights.
  given_password bytea
);
alter table private.staff enable row level security;

-- What is kept of a stored password, to see whether it was changed.
create function private.password_digest(person uuid) returns bytea
language sql stable security definer set search_path = ''
return (select sha256(convert_to(encrypted_password, 'UTF8')) from auth.users where id = person);

-- A copied token could be renewed forever, also after its tab was closed. This is longer than anybody's day.
alter table private.settings add column longest_session interval not null default '12 hours'
  check (longest_session > interval '0');

-- Ends the sessions that are too old, with their refresh tokens: at the level of the second factor, each could still set up
-- a factor and change the password, and so lead to a new session. Every sweep calls this (public.prepare_sweep).
create function private.end_old_sessions() returns void
language sql set search_path = ''
as $$
  delete from auth.sessions where created_at <= now() - (select longest_session from private.settings);
$$;

-- Whether a session counts: it has not ended, its person was not banned, and it is not too old.
create function private.is_live(session uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.created_at > now() - (select longest_session from private.settings)
      and coalesce(s.not_after, 'infinity') > now() and coalesce(u.banned_until, '-infinity') < now()
  );
$$;

-- The caller's session, or null if it does not count, although its token has not expired. Signatures and expiry of tokens
-- were checked by the API.
create function private.live_session() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.id from auth.sessions s
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = nullif(auth.jwt() ->> 'sub', '')::uuid
    and private.is_live(s.id);
$$;

-- Each address has a limit of codes that it can try. But the Auth server believes a header that clients can write, so
-- somebody can have any number of addresses, and try codes for one challenge from all of them, for as long as it lasts: five
-- minutes, which a hosted project can't change. The desk answers within a second. So a challenge is stored as one that began
-- earlier, and has ten seconds left. What is answered later is refused before its code is looked at: a trigger that refuses
-- it afterwards would tell that the code was right.
create function private.shorten_challenge() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.created_at := new.created_at - interval '290 seconds';
  return new;
end;
$$;
create trigger shorten_challenge before insert on auth.mfa_challenges
  for each row execute function private.shorten_challenge();

-- An account with many unanswered challenges in thirty days loses its rights until it is made anew: whoever has found a
-- code can set up a factor of their own, and wait.
alter table private.settings add column most_unanswered_challenges integer not null default 10
  check (most_unanswered_challenges > 0);

-- The Auth server deletes its own: those that have expired, and all of a factor that is removed.
create table private.challenges (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  at timestamptz not null default now(),
  answered boolean not null default false
);
create index challenges_user_id on private.challenges (user_id);
alter table private.challenges enable row level security;

create function private.count_challenge() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select user_id from auth.mfa_factors where id = new.factor_id);
begin
  -- It has nothing left to lose, and each further one would take longer to count.
  if exists (select from private.staff where user_id = person and guessed_at is not null) then
    return null;
  end if;
  delete from private.challenges where user_id = person and at < now() - interval '30 days';
  insert into private.challenges (id, user_id, answered) values (new.id, person, new.verified_at is not null)
  on conflict (id) do update set answered = excluded.answered;
  -- This one may be answered yet.
  update private.staff set guessed_at = now()
  where user_id = person and (
    select count(*) from private.challenges where user_id = person and not answered and id <> new.id
  ) > (select most_unanswered_challenges from private.settings);
  return null;
end;
$$;
create trigger count_challenge after insert or update of verified_at on auth.mfa_challenges
  for each row execute function private.count_challenge();

-- Whose session it is, if they are staff and have shown a second factor in it, or null.
create function private.staff_of(session uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select f.user_id
  from private.staff f join auth.sessions s using (user_id)
  where s.id = session and private.is_live(s.id) and f.removed_at is null and f.guessed_at is null
    and s.aal::text = 'aal2'
    -- The one that this session has shown: a new one gives older sessions nothing.
    and exists (
      select from auth.mfa_factors m
      where m.id = s.factor_id and m.user_id = f.user_id and m.status::text = 'verified'
    )
    and private.password_digest(f.user_id) is distinct from f.given_password;
$$;

-- The caller, if they are staff and signed in with a second factor, or null. Only this gives rights in the desk.
create function private.staff_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select private.staff_of(private.live_session())
  -- The session alone could have gained its factor after the token was made.
  where auth.jwt() ->> 'aal' = 'aal2';
$$;

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
return private.staff_id() is not null;

-- Every function of the desk begins with this. Returns the caller.
create function private.require_staff() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.staff_id();
begin
  if caller is null then
    raise insufficient_privilege using
      message = 'Only staff can do this.',
      hint = 'Sign in at the desk with your second factor.';
  end if;
  return caller;
end;
$$;

-- What members of staff did. It holds no address, name or text of a visitor, so an erasure need not touch it.
create table public.desk_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  who uuid not null,
  what text not null check (what in (
    'opened', 'assigned', 'changed the state', 'wrote a note', 'answered', 'confirmed the time', 'proposed another time',
    'declined', 'entered the room', 'declined a knock', 'opened the resume', 'exported', 'erased an address',
    'retried dead letters'
  )),
  kind text,
  request_id uuid
);
create index desk_log_at on public.desk_log (at);
alter table public.desk_log enable row level security;
revoke all on public.desk_log from public, anon, authenticated, service_role;
grant select on public.desk_log to authenticated;
create policy "Staff reads the log" on public.desk_log for select to authenticated using ((select private.is_staff()));
create policy "Only with a second factor" on public.desk_log as restrictive to authenticated
  using ((select auth.jwt() ->> 'aal') = 'aal2');

alter table private.settings add column keep_desk_log interval not null default '1 year' check (keep_desk_log > interval '0');

-- The log can't be changed, not even by a function that is wrong. Only what is too old can be deleted.
create function private.keep_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.at < clock_timestamp() - (select keep_desk_log from private.settings) then
      return old;
    end if;
  end if;
  raise insufficient_privilege using message = 'The log of the desk cannot be changed.';
end;
$$;
create trigger keep_log before update or delete on public.desk_log for each row execute function private.keep_log();
create trigger keep_whole_log before truncate on public.desk_log for each statement execute function private.keep_log();

-- Deletes what is too old. Every sweep calls this (public.prepare_sweep).
create function private.forget_log() returns void
language sql set search_path = ''
as $$
  delete from public.desk_log where at < now() - (select keep_desk_log from private.settings);
$$;

-- The desk reads an open request again whenever it hears that something about it has changed. That is no new opening, so
-- the log has it once in ten minutes for each person and request.
create function private.log_desk(what text, kind text default null, request_id uuid default null) returns void
language sql set search_path = ''
as $$
  insert into public.desk_log (who, what, kind, request_id)
  select private.staff_id(), log_desk.what, log_desk.kind, log_desk.request_id
  where log_desk.what <> 'opened' or not exists (
    select from public.desk_log l
    where (l.kind, l.request_id) = (log_desk.kind, log_desk.request_id)
      and l.who = private.staff_id() and l.what = 'opened' and l.at > clock_timestamp() - interval '10 minutes'
  );
$$;

-- Whether the log has it that the caller did this within this time. Only a line that an earlier transaction has written
-- counts: whoever makes a request fail after they were told something takes its own line back.
create function private.has_logged(
  what text, within interval, kind text default null, request_id uuid default null
) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.desk_log l
    where l.who = private.staff_id() and l.what = has_logged.what and l.at > now() - within and l.at < now()
      and (l.kind, l.request_id) is not distinct from (has_logged.kind, has_logged.request_id)
  );
$$;

-- Whether the caller is staff, and must choose a password of their own first; or whether their session has ended or is
-- too old. Works before the second factor: {"staff": boolean, "must_change_password": boolean, "session_over": boolean}
create function public.desk_account() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'staff', f.user_id is not null,
    'session_over', session.id is null,
    'must_change_password', coalesce(private.password_digest(f.user_id) = f.given_password, false)
  )
  from (select private.live_session() as id) session
  left join auth.sessions s on s.id = session.id
  left join private.staff f on f.user_id = s.user_id and f.removed_at is null and f.guessed_at is null;
$$;

-- The people that requests can be assigned to, and those who were: [{"user_id", "email", "removed"}], by address.
create function public.desk_colleagues() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('user_id', user_id, 'email', email, 'removed', removed_at is not null) order by email),
      '[]'
    )
    from private.staff
  );
end;
$$;

-- For the command `npm run backend -- staff`, which creates the accounts with the Auth API.

-- Makes an account staff. It must get a password of its own at the first sign-in.
create function public.add_staff(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := (select email from auth.users where id = person);
begin
  if address is null then
    raise sqlstate 'PT400' using message = 'There is no account with this id.', hint = 'Create the account first.';
  end if;
  -- Of an account that another run of the command has made, and this one has replaced.
  update private.staff set removed_at = now() where email = address and user_id <> person and removed_at is null;
  insert into private.staff (user_id, email, given_password) values (person, address, private.password_digest(person))
  on conflict (user_id) do update set email = excluded.email, removed_at = null, given_password = excluded.given_password;
end;
$$;

-- After somebody else has set a person's password: they must change it at the next sign-in.
create function public.expect_new_password(person uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.staff set given_password = private.password_digest(person) where user_id = person;
$$;

-- Ends a person's rights at once. What was assigned to them goes back to everybody.
create function public.remove_staff(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.staff set removed_at = now() where user_id = person and removed_at is null;
  update public.desk_requests set assigned_to = null, version = version + 1 where assigned_to = person;
end;
$$;

-- [{"user_id", "email", "added_at", "has_factor", "must_change_password", "guessed"}], by address
create function public.list_staff() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'user_id', f.user_id,
      'email', f.email,
      'added_at', f.added_at,
      'has_factor', exists (
        select from auth.mfa_factors m where m.user_id = f.user_id and m.status::text = 'verified'
      ),
      'must_change_password', coalesce(private.password_digest(f.user_id) = f.given_password, false),
      'guessed', f.guessed_at is not null
    ) order by f.email
  ), '[]')
  from private.staff f where f.removed_at is null;
$$;

revoke all on function private.password_digest(uuid), private.is_live(uuid), private.live_session(),
  private.shorten_challenge(), private.count_challenge(), private.staff_of(uuid), private.staff_id(), private.is_staff(),
  private.require_staff(), private.keep_log(), private.forget_log(), private.end_old_sessions(),
  private.log_desk(text, text, uuid),
  private.has_logged(text, interval, text, uuid)
  from public, anon, authenticated, service_role;
-- Policies run with the permissions of whoever reads.
grant execute on function private.is_staff() to authenticated;
revoke all on function public.desk_account(), public.desk_colleagues() from public, anon, service_role;
grant execute on function public.desk_account(), public.desk_colleagues() to authenticated;
revoke all on function public.add_staff(uuid), public.expect_new_password(uuid), public.remove_staff(uuid),
  public.list_staff() from public, anon, authenticated;
grant execute on function public.add_staff(uuid), public.expect_new_password(uuid), public.remove_staff(uuid),
  public.list_staff() to service_role;
