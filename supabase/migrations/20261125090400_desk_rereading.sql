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
