-- What the desk shows beside the list, and how it follows a request that is open.

-- For the number of unread requests.
create index desk_requests_unread on public.desk_requests (created_at) where opened_at is null;

-- How many requests nobody has opened, and how many are dead letters: {"unread": …, "dead": …}
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
revoke all on function public.desk_counts() from public, anon, service_role;
grant execute on function public.desk_counts() to authenticated;

-- The desk reads an open request again whenever it hears that something about it has changed. That is no new opening, so
-- the log has it once in ten minutes for each person and request.
create or replace function private.log_desk(what text, kind text default null, request_id uuid default null) returns void
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
