-- How long what visitors sent is kept. Change it, and the privacy policy with it:
--   update private.retention set keep = '90 days' where table_name in ('voice_leads', 'voice_calls');

create table private.retention (
  table_name text primary key,
  -- Null: until somebody deletes it.
  keep interval check (keep > interval '0'),
  -- A resume would stay behind in the storage.
  constraint applications_are_deleted_by_hand check (table_name <> 'internship_applications' or keep is null)
);
alter table private.retention enable row level security;
insert into private.retention values
  ('contact_submissions', null),
  ('internship_applications', null),
  ('demo_bookings', null),
  ('notification_requests', null),
  ('voice_leads', '180 days'),
  ('voice_calls', '180 days');

-- Deletes what has been kept long enough. Returns how many rows. request-sweep calls it.
create function public.delete_expired_requests() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.retention;
  deleted integer;
  total integer := 0;
begin
  -- Calls before their leads, as finish_team_notification locks them.
  for kept in select * from private.retention where keep is not null order by table_name loop
    execute format('delete from public.%I where created_at < clock_timestamp() - $1', kept.table_name) using kept.keep;
    get diagnostics deleted = row_count;
    total := total + deleted;
  end loop;
  return total;
end;
$$;

revoke all on function public.delete_expired_requests() from public, anon, authenticated;
grant execute on function public.delete_expired_requests() to service_role;
