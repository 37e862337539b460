-- Requests for a demo or a strategic call, from the consultation dialog (spec section 3).
-- The limits count code points and are the same as in src/backend/contact-submission.ts.

create table public.contact_submissions (
  like private.request_template including all,
  -- The company, or else Demo Request.
  subject text not null check (char_length(subject) <= 150 and btrim(subject, private.white_space()) <> ''),
  -- Composed of phone, company and what the visitor wrote.
  message text not null check (char_length(message) between 1 and 5400),
  acknowledged_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  failure text not null default '' check (char_length(failure) <= 500),
  dead_at timestamptz,
  dead_told_at timestamptz
);
select private.open_to_visitors('public.contact_submissions', array['subject', 'message']);
create index contact_submissions_created_at on public.contact_submissions (created_at desc);
create index contact_submissions_unnotified on public.contact_submissions (created_at) where notified_at is null;
create index contact_submissions_acknowledged on public.contact_submissions (lower(email), acknowledged_at);
