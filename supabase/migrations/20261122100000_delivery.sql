-- Telling the team for as long as it takes: each try counts, the next one comes later than the last, and what was tried
-- for days is set aside as a dead letter, which the team is told of without it.

alter table private.settings
  -- Back-off: the wait after the first try, doubled after each, up to the longest. 40 tries take some three days.
  add column first_retry interval not null default '1 minute' check (first_retry > interval '0'),
  add column longest_retry interval not null default '2 hours' check (longest_retry > interval '0'),
  add column most_tries integer not null default 40 check (most_tries > 0);

create function private.retry_after(tries integer) returns interval
language sql stable set search_path = ''
as $$
  select least(first_retry * power(2, least(tries, 30) - 1), longest_retry) from private.settings;
$$;

-- A claim is a try, also one that ends in a crash and gives nothing back.
create function private.count_try() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.tries := old.tries + 1;
  new.next_try_at := new.claimed_at + private.retry_after(new.tries);
  return new;
end;
$$;

do $$
declare
  request_table text;
begin
  for request_table in select name from private.team_tables loop
    execute format(
      'alter table public.%I
         add column tries integer not null default 0,
         add column next_try_at timestamptz,
         add column failure text not null default '''' check (char_length(failure) <= 500),
         add column dead_at timestamptz,
         add column dead_told_at timestamptz',
      request_table
    );
    execute format(
      'comment on column public.%1$I.failure is ''Why the last try failed; never with what a visitor wrote.'';
       comment on column public.%1$I.dead_at is ''A dead letter since: not tried again until public.retry_dead_letters().''',
      request_table
    );
    execute format(
      'create trigger count_try before update of claimed_at on public.%I
       for each row when (new.claimed_at > coalesce(old.claimed_at, ''-infinity''))
       execute function private.count_try()',
      request_table
    );
  end loop;
end;
$$;

-- As before, and says why it failed.
drop function public.release_team_notification(text, uuid, timestamptz);
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

-- Requests that the team should have been told of and was not: [{"table": …, "id": …}], first what was not tried for
-- longest, so that what fails keeps nothing else waiting. A request gets as long as a claim lasts for its own browser to
-- ask for it.
create or replace function private.due_requests(most integer) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  before timestamptz := now() - (select claim_timeout from private.settings);
  due jsonb := '[]';
  request_table text;
  of_this_table jsonb;
begin
  for request_table in select name from private.team_tables loop
    execute format(
      'update public.%I set dead_at = now(), claimed_at = null
       where notified_at is null and dead_at is null and tries >= $2 and (claimed_at is null or claimed_at < $1)',
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

-- Dead letters that the team has not been told of: [{"table", "id", "created_at", "tries", "failure"}], oldest first.
create function public.untold_dead_letters(most integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_ones jsonb := '[]';
  request_table text;
  of_this_table jsonb;
begin
  for request_table in select name from private.team_tables loop
    execute format(
      'select jsonb_agg(to_jsonb(d)) from (
         select $1 as "table", id, to_char(created_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS"Z"'') as created_at, tries, failure
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

-- The team has been told of a dead letter.
create function public.finish_dead_letter(request_table text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('update %s set dead_told_at = clock_timestamp() where id = $1', private.team_table(request_table))
    using request_id;
end;
$$;

-- Tries every dead letter again, from the beginning. Returns how many. For the team, when the cause is mended:
--   npm run backend -- retry, or in the SQL editor: select public.retry_dead_letters();
create function public.retry_dead_letters() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  request_table text;
  revived integer;
  total integer := 0;
begin
  for request_table in select name from private.team_tables loop
    execute format(
      'update public.%I set dead_at = null, dead_told_at = null, tries = 0, next_try_at = null
       where dead_at is not null and notified_at is null',
      request_table
    );
    get diagnostics revived = row_count;
    total := total + revived;
  end loop;
  return total;
end;
$$;

revoke all on function private.retry_after(integer), private.count_try() from public;
revoke all on function public.release_team_notification(text, uuid, timestamptz, text), public.untold_dead_letters(integer),
  public.finish_dead_letter(text, uuid), public.retry_dead_letters() from public, anon, authenticated;
grant execute on function public.release_team_notification(text, uuid, timestamptz, text), public.untold_dead_letters(integer),
  public.finish_dead_letter(text, uuid), public.retry_dead_letters() to service_role;

-- On a hosted project, has the function request-sweep called every minute. Once, in the SQL editor:
--   create extension if not exists pg_cron;
--   create extension if not exists pg_net;
--   select private.schedule_sweep('https://<project-ref>.supabase.co', 'sb_secret_…');
-- Again with another key replaces it. The key is kept in Vault.
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
