-- Requests for a demo or a strategic call, as the consultation dialog sends them.
-- Limits count code points and are the same as in src/backend/contact-submission.ts.

create table public.contact_submissions (
  -- Made in the browser: a second try of the same request meets the primary key instead of being stored twice.
  id uuid primary key,
  name text not null check (char_length(name) <= 100 and btrim(name, private.white_space()) <> ''),
  email text not null check (
    char_length(email) <= 254
    and email collate "C" ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  subject text not null check (char_length(subject) <= 150 and btrim(subject, private.white_space()) <> ''),
  message text not null check (char_length(message) between 1 and 5400),
  source text not null check (char_length(source) between 1 and 60),
  page text not null default '' check (char_length(page) <= 300),
  referrer_host text not null default '' check (char_length(referrer_host) <= 253),
  utm_source text not null default '' check (char_length(utm_source) <= 150),
  utm_medium text not null default '' check (char_length(utm_medium) <= 150),
  utm_campaign text not null default '' check (char_length(utm_campaign) <= 150),
  utm_term text not null default '' check (char_length(utm_term) <= 150),
  utm_content text not null default '' check (char_length(utm_content) <= 150),
  website text not null default '' check (char_length(website) <= 300),
  fill_ms integer not null check (fill_ms >= 0),
  created_at timestamptz not null default now(),
  -- Set while a run of the notification function works on the row; it lapses after private.settings.claim_timeout.
  claimed_at timestamptz,
  notified_at timestamptz,
  acknowledged_at timestamptz
);
create index contact_submissions_created_at on public.contact_submissions (created_at desc);
create index contact_submissions_unnotified on public.contact_submissions (created_at) where notified_at is null;
create index contact_submissions_acknowledged on public.contact_submissions (lower(email), acknowledged_at);

create trigger guard_request before insert on public.contact_submissions
for each row execute function private.guard_request();

alter table public.contact_submissions enable row level security;
revoke all on public.contact_submissions from public, anon, authenticated;
grant insert (
  id, name, email, subject, message, source, page, referrer_host,
  utm_source, utm_medium, utm_campaign, utm_term, utm_content, website, fill_ms
) on public.contact_submissions to anon, authenticated;
grant select, update on public.contact_submissions to service_role;

create policy "Visitors hand in requests" on public.contact_submissions
for insert to anon, authenticated
with check (claimed_at is null and notified_at is null and acknowledged_at is null);

-- Takes one request to notify the team about. Two runs at once never get the same one.
-- Returns {"state": "unknown" | "notified" | "claimed"} or {"state": "yours", "acknowledge": boolean, "request": {…}}.
create function public.claim_contact_notification(submission_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.contact_submissions;
  limits private.settings;
  acknowledge boolean;
  claimed timestamptz := clock_timestamp();
begin
  select * into strict limits from private.settings;
  select * into request from public.contact_submissions where id = submission_id for update;
  if not found then
    return jsonb_build_object('state', 'unknown');
  end if;
  if request.notified_at is not null then
    return jsonb_build_object('state', 'notified');
  end if;
  if request.claimed_at > claimed - limits.claim_timeout then
    return jsonb_build_object('state', 'claimed');
  end if;

  -- At most one acknowledgement per address and hour, also when two requests of one address come together.
  perform pg_advisory_xact_lock(3, hashtext(lower(request.email)));
  acknowledge := not exists (
    select 1 from public.contact_submissions
    where lower(email) = lower(request.email)
      and acknowledged_at > claimed - limits.acknowledge_every
  );
  update public.contact_submissions
  set claimed_at = claimed,
      acknowledged_at = case when acknowledge then claimed else acknowledged_at end
  where id = submission_id;
  return jsonb_build_object(
    'state', 'yours',
    'acknowledge', acknowledge,
    'request', jsonb_build_object(
      'id', request.id, 'name', request.name, 'email', request.email, 'subject', request.subject,
      'message', request.message, 'page', request.page, 'referrer_host', request.referrer_host,
      'utm_source', request.utm_source, 'utm_medium', request.utm_medium, 'utm_campaign', request.utm_campaign,
      'utm_term', request.utm_term, 'utm_content', request.utm_content,
      'created_at', to_char(request.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )
  );
end;
$$;

-- The team has been told.
create function public.finish_contact_notification(submission_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.contact_submissions
  set notified_at = clock_timestamp(), claimed_at = null
  where id = submission_id;
$$;

-- The team could not be told: the next run may take the request at once. The acknowledgement goes out after the team's
-- mail, so the one that this run had reserved (the same instant as its claim) was not sent either.
create function public.release_contact_notification(submission_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.contact_submissions
  set claimed_at = null,
      acknowledged_at = nullif(acknowledged_at, claimed_at)
  where id = submission_id and notified_at is null;
$$;

revoke all on function public.claim_contact_notification(uuid), public.finish_contact_notification(uuid),
  public.release_contact_notification(uuid) from public, anon, authenticated;
grant execute on function public.claim_contact_notification(uuid), public.finish_contact_notification(uuid),
  public.release_contact_notification(uuid) to service_role;
