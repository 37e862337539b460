import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, claimsOf } from '../setup/desk.ts';
import { startStack, type Stack } from '../setup/stack.ts';

let stack: Stack;
let staff: Sql;
/** The plans of all statements, also of those within functions, as PostgreSQL has run them. */
const plans: string[] = [];

const COUNT = 20_000;

/** Stores requests of every kind, over half a year, with texts of usual lengths. Without triggers, which takes longer. */
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
      union all select 'voice_leads', lead_id, created_at, name, email, transcript from public.voice_calls
    ) requests;
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

beforeAll(async () => {
  stack = await startStack();
  await stack.database.unsafe(SEED);
  await stack.database.unsafe('vacuum analyze');
  staff = postgres({ ...stack.backend.database, max: 1, onnotice: ({ message }) => plans.push(message ?? '') });
  await staff.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = 'notice'; set client_min_messages = 'notice'`);
  const claims = JSON.stringify(claimsOf(await addPerson(stack.database)));
  await staff`select set_config('request.jwt.claims', ${claims}, false)`;
});
afterAll(async () => {
  await staff.end();
  await stack.stop();
});

const TABLES = [
  'contact_submissions', 'demo_bookings', 'booking_answers', 'internship_applications', 'notification_requests', 'voice_calls',
  'voice_leads', 'desk_requests', 'desk_notes', 'desk_log', 'objects',
]; // prettier-ignore

describe('with 20,000 requests, PostgreSQL reads no table from beginning to end for', () => {
  it.each<[what: string, call: string, table?: string]>([
    ['the first page', 'public.desk_list()'],
    ['a later page', "public.desk_list(before_at => now() - interval '50 days', before_id => gen_random_uuid())"],
    ['one kind', "public.desk_list(kinds => array['demo_bookings'])"],
    ['one state', "public.desk_list(states => array['new'])"],
    ['a state of one kind', "public.desk_list(kinds => array['voice_leads'], states => array['in work'])"],
    ['dead letters', "public.desk_list(states => array['dead'])"],
    ['dead letters and what is new', "public.desk_list(states => array['dead', 'new'])"],
    ['a frequent word', "public.desk_list(words => 'word100')"],
    ['a rare word', "public.desk_list(words => 'a7777@example.com')"],
    ['a word that nobody wrote', "public.desk_list(words => 'aardvark')"],
    ['several words', "public.desk_list(words => 'word100 name example')"],
    ['two letters', "public.desk_list(words => 'na')"],
    [
      'a word in a state of some kinds',
      "public.desk_list(kinds => array['voice_leads', 'voice_calls'], states => array['done'], words => 'word100')",
    ],
    ['the counts', 'public.desk_counts()'],
    ['a consultation', "public.desk_request('contact_submissions', $1)", 'contact_submissions'],
    ['a booking', "public.desk_request('demo_bookings', $1)", 'demo_bookings'],
    ['an application', "public.desk_request('internship_applications', $1)", 'internship_applications'],
    ['a call', "public.desk_request('voice_leads', $1)", 'voice_leads'],
    ['opening it', "public.desk_open('voice_leads', $1)", 'voice_leads'],
    ['a note', "public.desk_note(gen_random_uuid(), 'voice_leads', $1, 'x')", 'voice_leads'],
    ['a deletion', 'delete from public.contact_submissions where id = $1', 'contact_submissions'],
    ['the figures', 'public.desk_figures()'],
    ['the figures of two years', 'public.desk_figures(weeks => 104)'],
    ['permission to read a resume', "private.may_read_resume('x')"],
  ])('%s', async (_what, call, table) => {
    const ids = table
      ? await stack.database<{ id: string }[]>`
          select id from ${stack.database(`public.${table}`)} order by created_at limit 1 offset 99`
      : [];
    const statement = `${call.startsWith('delete') ? '' : 'select '}${call.replace('$1', `'${ids[0]?.id}'`)}`;
    if (call.includes('desk_request(')) await staff.unsafe(`select public.desk_open('${table}', '${ids[0]?.id}')`);
    plans.length = 0;
    // After some times, functions use plans that are made for any parameters.
    for (let time = 0; time < 7; time++) await staff.unsafe(statement);
    expect(plans.length).toBeGreaterThanOrEqual(7);
    const scanned = plans.filter((plan) => new RegExp(`Seq Scan on (${TABLES.join('|')})\\b`).test(plan));
    expect(scanned).toEqual([]);
  });
});
