-- Demo bookings. The visitor proposes a time, and the team confirms it or proposes another.
-- The limits are the same as in src/backend/demo-booking.ts.

create table public.demo_bookings (
  like private.request_template including all,
  company text not null default '' check (char_length(company) <= 150),
  topic text not null check (char_length(topic) <= 100 and btrim(topic, private.white_space()) <> ''),
  starts_at timestamptz not null,
  -- The visitor's, for example Europe/Berlin.
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  note text not null default '' check (char_length(note) <= 5000),
  -- The database does not know the office hours, which are copy. It does know the past.
  constraint starts_at_is_ahead check (starts_at > created_at and starts_at < created_at + interval '1 year')
);
select private.open_to_visitors('public.demo_bookings', array['company', 'topic', 'starts_at', 'time_zone', 'note']);
select private.notify_team_of('public.demo_bookings');
