-- Has a hosted project call the function request-sweep every minute. Run this once, in the SQL editor:
--   create extension if not exists pg_cron;
--   create extension if not exists pg_net;
--   select private.schedule_sweep('https://<project-ref>.supabase.co', 'sb_secret_…');
-- Run it again with another key to replace the key, which is kept in Vault.
create function private.schedule_sweep(project_url text, secret_key text) returns text
language plpgsql set search_path = ''
as $$
declare
  secret record;
begin
  if to_regnamespace('cron') is null or to_regnamespace('net') is null or to_regnamespace('vault') is null then
    raise exception 'This needs the extensions pg_cron, pg_net and supabase_vault.'
      using hint = 'Create them first. On one machine the local backend sweeps by itself: nothing has to be scheduled.';
  end if;
  for secret in select * from (values ('sweep_url', project_url || '/functions/v1/request-sweep'), ('sweep_key', secret_key)) s (name, value) loop
    if exists (select 1 from vault.secrets where name = secret.name) then
      perform vault.update_secret((select id from vault.secrets where name = secret.name), secret.value);
    else
      perform vault.create_secret(secret.value, secret.name);
    end if;
  end loop;
  perform cron.schedule('request-sweep', '* * * * *', $job$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'sweep_url'),
      headers := jsonb_build_object(
        'content-type', 'application/json',
        'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'sweep_key')
      ),
      body := '{}'::jsonb,
      timeout_milliseconds := 65000
    );
  $job$);
  return 'request-sweep is called every minute';
end;
$$;
revoke all on function private.schedule_sweep(text, text) from public, anon, authenticated, service_role;

-- Deletes what pg_cron keeps of each run, with its whole text, without an end; some at a time: a year of it is half a
-- million rows. Every sweep calls this (public.prepare_sweep).
create function private.forget_runs() returns void
language plpgsql set search_path = ''
as $$
begin
  if to_regclass('cron.job_run_details') is not null then
    delete from cron.job_run_details where runid = any (array(
      select runid from cron.job_run_details where end_time < clock_timestamp() - interval '7 days'
      order by runid limit 5000
    ));
  end if;
end;
$$;
revoke all on function private.forget_runs() from public, anon, authenticated, service_role;
