-- What became of a call, as the voice provider reports it. Visitors neither write nor read it: functions/call-report does.
-- Limits are the same as in functions/_shared/call-report.ts.

create table public.voice_calls (
  -- The provider's; a report that comes twice meets the primary key.
  id uuid primary key,
  -- As the call's metadata names it, which anybody with the public key can write. No foreign key: the report may come
  -- before the lead, and is kept when the lead never comes.
  lead_id uuid,
  name text not null default '' check (char_length(name) <= 100),
  email text not null default '' check (char_length(email) <= 254),
  started_at timestamptz,
  ended_at timestamptz,
  duration_s integer not null default 0 check (duration_s between 0 and 86400),
  -- In the provider's words, or no-report when none came.
  end_reason text not null default '' check (char_length(end_reason) <= 200),
  transcript text not null default '' check (char_length(transcript) <= 100000),
  summary text not null default '' check (char_length(summary) <= 4000),
  -- Where the provider keeps the recording.
  recording_url text not null default '' check (char_length(recording_url) <= 2000),
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  tried_at timestamptz,
  notified_at timestamptz,
  -- When the visitor's mail with the summary was sent.
  acknowledged_at timestamptz
);
alter table public.voice_calls enable row level security;
revoke all on public.voice_calls from public, anon, authenticated;
grant select, insert, update, delete on public.voice_calls to service_role;
create index voice_calls_created_at on public.voice_calls (created_at desc);
create index voice_calls_unnotified on public.voice_calls (created_at) where notified_at is null;
create index voice_calls_lead on public.voice_calls (lead_id);
create index voice_calls_acknowledged on public.voice_calls (acknowledged_at) where acknowledged_at is not null;

insert into private.team_tables values ('voice_calls');

alter table private.settings
  -- A lead without a report after so long is told to the team as it is.
  add column await_report interval not null default '30 minutes',
  -- Everybody can enter any address before a call, and say anything in it: at most so many mails with summaries go out in
  -- acknowledge_every, to one address and altogether.
  add column summaries_per_address integer not null default 3 check (summaries_per_address >= 0),
  add column summaries_in_all integer not null default 60 check (summaries_in_all >= 0),
  -- A call that is reported later than this after Start Call was not made with it.
  add column longest_call interval not null default '90 minutes';

-- At most one acknowledgement per address and hour, whatever was sent. The summary of a call is none: it was asked for.
create or replace function private.was_acknowledged(address text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  since timestamptz := clock_timestamp() - (select acknowledge_every from private.settings);
  request_table text;
  found_one boolean;
begin
  for request_table in select name from private.team_tables where name <> 'voice_calls' loop
    execute format('select exists (select 1 from public.%I where lower(email) = lower($1) and acknowledged_at > $2)', request_table)
      into found_one using address, since;
    if found_one then
      return true;
    end if;
  end loop;
  return false;
end;
$$;

-- Whether the visitor gets a mail with the summary of a call: one for each time that Start Call was pressed.
create function private.may_get_summary(call public.voice_calls, lead public.voice_leads) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  limits private.settings;
  since timestamptz;
begin
  select * into strict limits from private.settings;
  since := clock_timestamp() - limits.acknowledge_every;
  return call.duration_s > 0
    and call.created_at < lead.created_at + limits.longest_call
    and not exists (select 1 from public.voice_calls c where c.lead_id = lead.id and c.acknowledged_at is not null)
    and limits.summaries_in_all > (select count(*) from public.voice_calls c where c.acknowledged_at > since)
    and limits.summaries_per_address > (
      select count(*) from public.voice_calls c join public.voice_leads l on l.id = c.lead_id
      where lower(l.email) = lower(lead.email) and c.acknowledged_at > since
    );
end;
$$;

-- Takes one request to tell the team of. Two runs at once never get the same one.
-- Returns {"state": "unknown" | "notified" | "claimed" | "waiting"}, the last one while a resume may still come, or the
-- lead of a call, or {"state": "yours", "claimed_at": …, "acknowledge": boolean, "request": {…}}.
create or replace function public.claim_team_notification(request_table text, request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  target regclass := private.team_table(request_table);
  claimed timestamptz := clock_timestamp();
  lapsed timestamptz := claimed - (select claim_timeout from private.settings);
  request jsonb;
  call public.voice_calls;
  lead public.voice_leads;
  resume text;
  acknowledge boolean;
begin
  execute format('select to_jsonb(t) from %s t where id = $1 for update', target) into request using request_id;
  if request is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  if request ->> 'notified_at' is not null then
    return jsonb_build_object('state', 'notified');
  end if;
  if (request ->> 'claimed_at')::timestamptz > lapsed then
    return jsonb_build_object('state', 'claimed');
  end if;
  if request_table = 'internship_applications' then
    select private.resume_state(a) into resume from public.internship_applications a where id = request_id;
    if resume = 'awaited' then
      return jsonb_build_object('state', 'waiting');
    end if;
    request := request || jsonb_build_object('resume_state', resume);
  end if;
  if request_table = 'voice_calls' then
    select * into strict call from public.voice_calls where id = request_id;
    select * into lead from public.voice_leads where id = call.lead_id;
    if lead.id is null and call.lead_id is not null and call.created_at > lapsed then
      return jsonb_build_object('state', 'waiting');
    end if;
    -- Nothing to tell: the report has come after all, or it is of a call that nobody is known to have made or talked in.
    if call.end_reason = 'no-report' and exists (select 1 from public.voice_calls c where c.lead_id = lead.id and c.id <> call.id)
      or lead.id is null and call.duration_s = 0 then
      perform public.finish_team_notification(request_table, request_id);
      return jsonb_build_object('state', 'notified');
    end if;
    request := request || jsonb_build_object('lead_known', lead.id is not null);
    if lead.id is not null then
      -- What passed the limits when Start Call was pressed counts; what the call brought was not checked by anybody.
      request := request || (to_jsonb(lead) - 'id');
    end if;
  end if;

  -- Also when two requests of one address come together.
  perform pg_advisory_xact_lock(3, hashtext(lower(request ->> 'email')));
  acknowledge := case
    when request_table = 'voice_calls' then lead.id is not null and private.may_get_summary(call, lead)
    else not private.was_acknowledged(request ->> 'email')
  end;
  execute format(
    'update %s set claimed_at = $2, tried_at = $2, acknowledged_at = case when $3 then $2 else acknowledged_at end where id = $1',
    target
  ) using request_id, claimed, acknowledge;
  return jsonb_build_object(
    'state', 'yours',
    'claimed_at', claimed,
    'acknowledge', acknowledge,
    'request', request - array['website', 'fill_ms', 'source', 'claimed_at', 'tried_at', 'notified_at', 'acknowledged_at']
  );
end;
$$;

-- The team has been told; of a call, and with it of its lead.
create or replace function public.finish_team_notification(request_table text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update %s set notified_at = clock_timestamp(), claimed_at = null where id = $1', private.team_table(request_table)
  ) using request_id;
  if request_table = 'voice_calls' then
    update public.voice_leads l set notified_at = clock_timestamp()
    from public.voice_calls c where c.id = request_id and l.id = c.lead_id and l.notified_at is null;
  end if;
end;
$$;

-- Who pressed Start Call and of whom no report has come gets a call without one, so that the team hears of them: the
-- microphone was refused, the provider was down, or its report was lost. A report that comes after all is told as well.
create function private.note_missing_reports() returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.voice_calls (id, lead_id, name, email, end_reason)
  select id, id, name, email, 'no-report' from public.voice_leads l
  where notified_at is null and created_at < now() - (select await_report from private.settings)
    -- Older ones had their call, which was told before they came.
    and created_at > now() - interval '1 day'
    and not exists (select 1 from public.voice_calls c where c.lead_id = l.id)
  on conflict do nothing;
end;
$$;

alter function public.due_team_notifications(integer) rename to due_requests;
alter function public.due_requests(integer) set schema private;

-- Requests that the team should have been told of and was not; see private.due_requests.
create function public.due_team_notifications(most integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.note_missing_reports();
  return private.due_requests(most);
end;
$$;

revoke all on function private.may_get_summary(public.voice_calls, public.voice_leads), private.note_missing_reports(), private.due_requests(integer) from public, service_role;
revoke all on function public.due_team_notifications(integer) from public, anon, authenticated;
grant execute on function public.due_team_notifications(integer) to service_role;
