import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, claimsOf } from '../setup/desk.ts';
import { storeManyRequests } from '../setup/many-requests.ts';
import { startStack, type Stack } from '../setup/stack.ts';

let stack: Stack;
let staff: Sql;
/** The plans of all statements, also of those within functions, as PostgreSQL has run them. */
const plans: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  await storeManyRequests(stack.database);
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
]; // oxfmt-ignore

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
    // A word that many calls may have is looked for in all of them, once.
    const tables = statement.includes("words => 'a") ? [...TABLES, 'desk_calls'] : TABLES;
    const scanned = plans.filter((plan) => new RegExp(`Seq Scan on (${tables.join('|')})\\b`).test(plan));
    expect(scanned).toEqual([]);
  });
});
