-- What staff answers to demo bookings: the time is confirmed, another is proposed, or the booking is declined. Each
-- answer is mailed to the visitor with a calendar entry that replaces the one before it. The mail is sent, tried again
-- and reported like the team's mails (20261121090800_team_notifications.sql), so an answer is never lost.

create table public.booking_answers (
  -- Created in the desk: a retry of the same answer is stored once.
  id uuid primary key,
  booking_id uuid not null references public.demo_bookings on delete cascade,
  -- The visitor's, as in the booking.
  name text not null check (char_length(name) <= 100),
  email text not null check (char_length(email) <= 254),
  topic text not null check (char_length(topic) <= 100),
  time_zone text not null check (char_length(time_zone) <= 60),
  answer text not null check (answer in ('confirmed', 'proposed', 'declined')),
  starts_at timestamptz not null,
  -- Of the calendar entry (RFC 5545). The visitor's own file has 0.
  sequence integer not null check (sequence > 0),
  -- In the words of staff; added to the mail.
  note text not null default '' check (char_length(note) <= 2000),
  author uuid not null references private.staff (user_id),
  -- Not mailed: a later answer to the same booking came first. It has a time of notification, too.
  passed_over boolean not null default false,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  tried_at timestamptz,
  notified_at timestamptz,
  unique (booking_id, sequence)
);
alter table public.booking_answers enable row level security;
revoke all on public.booking_answers from public, anon, authenticated;
grant select, update, delete on public.booking_answers to service_role;
select private.notify_team_of('public.booking_answers');
select private.watch_dead_letters('public.booking_answers');
