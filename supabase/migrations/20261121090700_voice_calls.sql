-- Calls, as the voice provider reports them to functions/call-report. Visitors can neither write nor read them.
-- The limits are the same as in functions/_shared/call-report.ts.

create table public.voice_calls (
  -- The provider's. A report that arrives twice meets the primary key.
  id uuid primary key,
  -- From the call's metadata, which anyone with the public key can write. It is no foreign key: the report may arrive
  -- before the lead, and it is kept if the lead never arrives.
  lead_id uuid,
  name text not null default '' check (char_length(name) <= 100),
  email text not null default '' check (char_length(email) <= 254),
  started_at timestamptz,
  ended_at timestamptz,
  duration_s integer not null default 0 check (duration_s between 0 and 86400),
  -- In the provider's words, or no-report if no report arrived.
  end_reason text not null default '' check (char_length(end_reason) <= 200),
  transcript text not null default '' check (char_length(transcript) <= 40000),
  -- What the team wants to know of each conversation: one line per answer.
  outcome text not null default '' check (char_length(outcome) <= 4000),
  summary text not null default '' check (char_length(summary) <= 4000),
  -- Where the provider keeps the recording.
  recording_url text not null default '' check (char_length(recording_url) <= 2000),
  -- Whether the caller said or typed anything.
  asked boolean not null default true,
  -- Whether a fault ended it, the provider's or ours.
  failed boolean not null default false,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  tried_at timestamptz,
  notified_at timestamptz,
  -- Stored only: the team is not mailed about it (private.is_call_mailed). It has a time of notification, too.
  passed_over boolean not null default false
);
alter table public.voice_calls enable row level security;
revoke all on public.voice_calls from public, anon, authenticated;
grant select, insert, update, delete on public.voice_calls to service_role;
-- acknowledged_at is when the summary was mailed to the visitor.
select private.notify_team_of('public.voice_calls');
create index voice_calls_lead on public.voice_calls (lead_id);
create index voice_calls_acknowledged on public.voice_calls (acknowledged_at) where acknowledged_at is not null;
create index voice_calls_notified on public.voice_calls (notified_at);
create index voice_calls_claimed on public.voice_calls (claimed_at) where claimed_at is not null;

-- Whether the visitor gets a mail with the summary of a call: one for each time they pressed Start Call, and none if
-- nothing was asked or the call was cut off. The page tells them so.
create function private.may_get_summary(call public.voice_calls, lead public.voice_leads) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  limits private.settings;
  since timestamptz;
begin
  select * into strict limits from private.settings;
  since := clock_timestamp() - limits.acknowledge_every;
  return call.duration_s > 0 and call.asked and not call.failed
    and call.created_at < lead.created_at + limits.longest_call
    and not exists (select 1 from public.voice_calls c where c.lead_id = lead.id and c.acknowledged_at is not null)
    and limits.summaries_in_all > (select count(*) from public.voice_calls c where c.acknowledged_at > since)
    and limits.mails_per_mailbox > (
      select count(*) from public.voice_calls c join public.voice_leads l on l.id = c.lead_id
      where private.mailbox(l.email) = private.mailbox(lead.email) and c.acknowledged_at > since
    );
end;
$$;

-- Whether the team was or will be mailed about another reported call of the same lead.
-- conversations: whether only those count in which something was asked.
create function private.has_other_report(lead uuid, call uuid, conversations boolean) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from public.voice_calls c
    where c.lead_id = lead and c.id <> call and c.end_reason <> 'no-report' and not c.passed_over
      and (c.asked or not conversations)
  );
$$;

-- Whether the team is mailed about a call. It is not if a missing report has arrived, or if nobody is known to have made
-- the call or talked in it. With the provider's public key, anyone can make calls that name any lead, or none. So of
-- calls that are not the first conversation or the only one of a lead, the team is mailed as many within limit_window as one network can send
-- requests. All calls are stored. One call at a time is decided on: each counts those before it.
create function private.is_call_mailed(call public.voice_calls, lead public.voice_leads) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  limits private.settings;
begin
  perform pg_advisory_xact_lock(5, 0);
  if lead.id is not null and not private.has_other_report(lead.id, call.id, call.asked) then
    return true;
  elsif call.end_reason = 'no-report' or lead.id is null and call.duration_s = 0 then
    return false;
  end if;
  select * into strict limits from private.settings;
  return limits.requests_per_ip > (
    select count(*) from public.voice_calls c left join public.voice_leads l on l.id = c.lead_id
    where c.id <> call.id and not c.passed_over
      and (c.notified_at > clock_timestamp() - limits.limit_window
        or c.claimed_at > clock_timestamp() - limits.claim_timeout)
      and (l.id is null or private.has_other_report(l.id, c.id, c.asked))
  );
end;
$$;

-- Gives each lead without a report a call with the reason no-report, so that the team hears of the visitor: the
-- microphone was refused, the provider was down, or its report was lost. If the report still arrives, the team is
-- notified of it too. Some at a time: the next sweep has time for more.
create function private.note_missing_reports() returns void
language plpgsql set search_path = ''
as $$
begin
  -- An erasure at the same time would miss the calls that this adds.
  perform pg_advisory_xact_lock(6, 0);
  -- Leads that arrived after the team was mailed about their call.
  update public.voice_leads l set notified_at = c.notified_at
  from public.voice_calls c
  where c.lead_id = l.id and c.notified_at is not null and not c.passed_over and l.id = any (array(
    select lead.id from public.voice_leads lead
    where lead.notified_at is null and exists (
      select from public.voice_calls call
      where call.lead_id = lead.id and call.notified_at is not null and not call.passed_over
    )
    order by lead.id for update
  ));

  insert into public.voice_calls (id, lead_id, name, email, end_reason)
  select id, id, name, email, 'no-report' from public.voice_leads l
  where notified_at is null and created_at < now() - (select await_report from private.settings)
    -- Also one that the team was not mailed about: it is at the desk.
    and not exists (select from public.voice_calls c where c.lead_id = l.id or c.id = l.id)
  order by created_at limit 100
  on conflict do nothing;
end;
$$;

revoke all on function private.may_get_summary(public.voice_calls, public.voice_leads), private.note_missing_reports(),
  private.has_other_report(uuid, uuid, boolean), private.is_call_mailed(public.voice_calls, public.voice_leads) from public;
