import type { Sql } from 'postgres';

/** How many requests {@link storeManyRequests} stores. */
export const COUNT = 20_000;

/** Without triggers, which would take longer. */
const SEED = `
  set session_replication_role = replica;
  create function pg_temp.words(n integer) returns text language sql immutable
    as $$ select string_agg('word' || (n * 7919 + w * 104729) % 5000, ' ') from generate_series(1, 40) w $$;
  create function pg_temp.at(n integer) returns timestamptz language sql stable
    as $$ select now() - n * interval '13 minutes' $$;
  insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms, created_at, notified_at)
    select gen_random_uuid(), 'Name ' || n, 'a' || n || '@example.com', 'Company ' || n, pg_temp.words(n), 'test', 5000, pg_temp.at(n), now()
    from generate_series(1, ${COUNT * 0.4}) n;
  insert into public.demo_bookings (id, name, email, topic, starts_at, time_zone, note, source, fill_ms, created_at, notified_at)
    select gen_random_uuid(), 'Name ' || n, 'b' || n || '@example.com', 'Reports', pg_temp.at(n) + interval '9 days', 'UTC', pg_temp.words(n), 'test', 5000, pg_temp.at(n), now()
    from generate_series(1, ${COUNT * 0.2}) n;
  insert into public.internship_applications (id, name, email, position, motivation, availability, source, fill_ms, created_at, notified_at)
    select gen_random_uuid(), 'Name ' || n, 'c' || n || '@example.com', 'marketing', pg_temp.words(n), 'flexible', 'test', 5000, pg_temp.at(n), now()
    from generate_series(1, ${COUNT * 0.2}) n;
  insert into public.voice_leads (id, name, email, source, fill_ms, created_at, notified_at)
    select gen_random_uuid(), 'Name ' || n, 'd' || n || '@example.com', 'test', 5000, pg_temp.at(n), now()
    from generate_series(1, ${COUNT * 0.2}) n;
  insert into public.voice_calls (id, lead_id, name, email, transcript, duration_s, end_reason, created_at, notified_at)
    select gen_random_uuid(), id, name, email, pg_temp.words(row_number() over ()::integer), 60, 'customer-ended-call', created_at, now()
    from public.voice_leads;
  insert into public.desk_requests (kind, id, created_at, name, email, subject, search, state, opened_at, answered_at)
    select kind, id, created_at, name, email, 'Subject', private.searchable(concat_ws(E'\\n', name, email, words)),
      case when created_at < now() - interval '9 days' then 'done' else 'new' end,
      case when created_at < now() - interval '9 days' then created_at end,
      case when created_at < now() - interval '9 days' then created_at + interval '1 hour' end
    from (
      select 'contact_submissions' as kind, id, created_at, name, email, message as words from public.contact_submissions
      union all select 'demo_bookings', id, created_at, name, email, note from public.demo_bookings
      union all select 'internship_applications', id, created_at, name, email, motivation from public.internship_applications
      union all select 'voice_leads', id, created_at, name, email, '' from public.voice_leads
    ) requests;
  select private.enter_call_words(c) from public.voice_calls c;
  insert into storage.objects (bucket_id, name) select 'resumes', id || '/resume.pdf' from public.internship_applications;
  insert into private.staff (user_id, email) values ('00000000-0000-4000-8000-000000000000', 'staff@example.com');
  insert into public.desk_notes (id, kind, request_id, author, text)
    select gen_random_uuid(), kind, id, '00000000-0000-4000-8000-000000000000', 'A note' from public.desk_requests;
  insert into public.desk_log (at, who, what, kind, request_id)
    select created_at, '00000000-0000-4000-8000-000000000000', 'opened', kind, id from public.desk_requests;
  insert into public.booking_answers (id, booking_id, name, email, topic, time_zone, answer, starts_at, sequence, author)
    select gen_random_uuid(), id, name, email, topic, time_zone, 'confirmed', starts_at, 1, '00000000-0000-4000-8000-000000000000'
    from public.demo_bookings;
  set session_replication_role = origin;`;

/** Stores requests of every kind, over half a year, with texts of usual lengths. */
export async function storeManyRequests(database: Sql): Promise<void> {
  await database.unsafe(SEED);
  await database.unsafe('vacuum analyze');
}
