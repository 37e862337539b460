import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passTime } from '../setup/clock.ts';
import { addPerson, claimsOf, openDesk, type Desk, type Entry } from '../setup/desk.ts';
import { application, booking, lead, notificationRequest, startStack, submission, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;
interface Detail {
  entry: Entry;
  request: Row;
  resume: string | null;
  calls: Row[];
  answers: Row[];
  notes: { id: string; author: string; text: string; created_at: string }[];
  history: { at: string; who: string; what: string }[];
}

let stack: Stack;
let desk: Desk;
let colleague: Desk;
beforeAll(async () => {
  stack = await startStack();
  [desk, colleague] = [
    openDesk(stack, await addPerson(stack.database)),
    openDesk(stack, await addPerson(stack.database)),
  ];
});
afterAll(() => stack.stop());

async function store(table: string, row: Row): Promise<string> {
  expect((await stack.visitor().from(table).insert(row)).error).toBeNull();
  return String(row['id']);
}

/** Stores a call as functions/call-report does. */
async function call(changes: Row = {}): Promise<string> {
  const id = randomUUID();
  const row = { id, name: 'Ada', email: 'ada@example.com', transcript: 'User: Hello', duration_s: 60, ...changes };
  await stack.database`insert into public.voice_calls ${stack.database(row)}`;
  return id;
}

const open = (request_kind: string, request_id: string, as = desk) => as.read<Detail>(request_kind, request_id);
const found = async (words: string) =>
  (await desk.ask<Entry[]>('desk_list', { words })).map(({ kind, id }) => [kind, id]);

describe('one request', () => {
  it('is handed out only once the log has it that somebody opened it', async () => {
    const id = await store('contact_submissions', submission({ message: 'Not before' }));
    const question = { request_kind: 'contact_submissions', request_id: id };
    expect(await colleague.refusal('desk_request', question)).toMatchObject({ message: 'Open this request first.' });
    // A cast that fails tells what it could not cast, and takes back what the function has written.
    const { error } = await colleague.client.rpc('desk_request', question).select('desk_request->>request::int');
    expect(error?.message).toBe('Open this request first.');
    // So would a transaction that does both.
    const inOne = stack.database.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(colleague.person))}, true)`;
      await sql`set local role authenticated`;
      await sql`select public.desk_open('contact_submissions', ${id})`;
      await sql`select public.desk_request('contact_submissions', ${id})`;
    });
    await expect(inOne).rejects.toThrow('Open this request first.');
    expect(await colleague.read(question.request_kind, id)).toMatchObject({ request: { message: 'Not before' } });
  });

  it.each<[string, Row]>([
    ['contact_submissions', submission({ message: 'Every word', page: '/flow', utm_source: 'news' })],
    ['demo_bookings', booking({ note: 'Every word', company: 'Works' })],
    ['internship_applications', application({ motivation: 'Every word' })],
    ['notification_requests', notificationRequest()],
    ['voice_leads', lead()],
  ])('of the kind %s has everything that the visitor sent, and nothing of the database’s own', async (kind, row) => {
    const detail = await open(kind, await store(kind, row));
    const { website: _trap, starts_at, ...sent } = { website: '', ...row } as Row;
    expect(detail?.request).toMatchObject(sent);
    if (starts_at !== undefined) expect(new Date(detail?.request['starts_at'] as string).toISOString()).toBe(starts_at);
    expect(Object.keys(detail?.request ?? {})).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(website|claimed_at|tried_at|next_try_at|dead_told_at|unsubscribe_token)$/),
      ]),
    );
    expect(detail).toMatchObject({ resume: null, calls: [], answers: [], notes: [], history: [] });
    expect(detail?.entry).toMatchObject({ kind, id: row['id'], state: 'new', version: 1 });
  });

  it('counts as read once somebody has opened it, and the log says who did, once in ten minutes', async () => {
    const id = await store('contact_submissions', submission());
    const first = await open('contact_submissions', id);
    expect(first?.entry.opened_at).not.toBeNull();
    expect((await open('contact_submissions', id, colleague))?.entry.opened_at).toBe(first?.entry.opened_at);
    const openings = async () => {
      const log = await stack.database<{ who: string }[]>`
        select who from public.desk_log where request_id = ${id} and what = 'opened' order by id`;
      return log.map(({ who }) => who);
    };
    await open('contact_submissions', id);
    expect(await openings()).toEqual([desk.person.id, colleague.person.id]);
    await passTime(stack.database, '10 minutes');
    await open('contact_submissions', id);
    expect(await openings()).toEqual([desk.person.id, colleague.person.id, desk.person.id]);
  });

  it('that is not stored is null, and is not logged', async () => {
    const before = await stack.database`select count(*) from public.desk_log`;
    for (const kind of ['contact_submissions', 'voice_calls', 'booking_answers', 'no such kind', 'desk_log'])
      expect(await open(kind, randomUUID())).toBeNull();
    expect(await stack.database`select count(*) from public.desk_log`).toEqual(before);
  });
});

describe('a call', () => {
  it('belongs to its lead, whichever of the two arrives first', async () => {
    const [early, late] = [randomUUID(), randomUUID()];
    await store('voice_leads', lead({ id: early, name: 'Early Lead' }));
    const calls = [
      await call({ lead_id: early, summary: 'Asked about aardvarks' }),
      await call({ lead_id: late, summary: 'Asked about aardvarks' }),
    ];
    expect((await found('aardvarks')).toSorted()).toEqual(
      [
        ['voice_leads', early],
        ['voice_calls', calls[1]],
      ].toSorted(),
    );
    await store('voice_leads', lead({ id: late, name: 'Late Lead' }));
    expect((await found('aardvarks')).toSorted()).toEqual(
      [
        ['voice_leads', early],
        ['voice_leads', late],
      ].toSorted(),
    );
    for (const [id, stored] of [
      [early, calls[0]],
      [late, calls[1]],
    ] as const)
      expect((await open('voice_leads', id))?.calls).toMatchObject([{ id: stored, summary: 'Asked about aardvarks' }]);
  });

  it('without a lead is a request of its own', async () => {
    const id = await call({ transcript: 'User: Do you know okapis?', name: '' });
    expect(await found('okapis')).toEqual([['voice_calls', id]]);
    expect(await open('voice_calls', id)).toMatchObject({
      entry: { kind: 'voice_calls', name: '' },
      request: { transcript: 'User: Do you know okapis?' },
      calls: [{ id }],
    });
  });

  it('takes what staff did with it along when its lead arrives', async () => {
    const lead_id = randomUUID();
    const id = await call({ lead_id });
    const note = { note_id: randomUUID(), request_kind: 'voice_calls', request_id: id, note: 'Called back' };
    await desk.ask('desk_note', note);
    await desk.ask('desk_set_state', { request_kind: 'voice_calls', request_id: id, version: 1, state: 'done' });
    await store('voice_leads', lead({ id: lead_id }));
    const detail = await open('voice_leads', lead_id);
    expect(detail).toMatchObject({ entry: { state: 'done' }, notes: [{ text: 'Called back' }] });
    expect(await open('voice_calls', id)).toBeNull();
  });

  it('goes from what the search finds of its lead when it is deleted', async () => {
    const id = await store('voice_leads', lead());
    const erased = await call({ lead_id: id, summary: 'Asked about tapirs' });
    await call({ lead_id: id, summary: 'Asked about quaggas' });
    await stack.database`delete from public.voice_calls where id = ${erased}`;
    expect(await found('tapirs')).toEqual([]);
    expect(await found('quaggas')).toEqual([['voice_leads', id]]);
  });

  it('has no letters in the search that become marks, of which thousands would keep the database busy', async () => {
    const letters = `${'\u0301'.repeat(8)}\uFF9E`.repeat(3);
    const [{ search } = {}] = await stack.database`select private.searchable(${letters}) as search`;
    expect(search).toBe('\u0301'.repeat(24));
  });

  it('is searchable as it was typed, whatever its length and its blanks', async () => {
    const typed = ['', ' ', '\n\n', 'e\u0301'.repeat(40), `${'word '.repeat(500)}\n${'x'.repeat(200)} Ende`, ' a  b '];
    for (const text of typed) {
      const [{ search } = {}] = await stack.database`select private.searchable(${text}) as search`;
      expect(search).toBe(text.normalize('NFKC').toLowerCase());
    }
  });

  // Each letter becomes two marks, which are in the worst order.
  it('is searchable at once, however many marks have to be sorted', async () => {
    const text = `x${'\u0344'.repeat(20_000)}${'\u0F75'.repeat(24_000)}`;
    await stack.database.begin(async (sql) => {
      await sql`set local statement_timeout = '3s'`;
      await sql`select private.searchable(${text})`;
    });
  });

  it('is read for the search once, so that nothing else waits for what it says', async () => {
    const [early, late] = [await store('voice_leads', lead({ email: 'slow@example.com' })), randomUUID()];
    const slow = { summary: 'Slow to read' };
    const deleted = await call({ lead_id: early, ...slow });
    await call({ lead_id: early, ...slow });
    await call({ lead_id: late, ...slow });
    const [{ readable } = {}] = await stack.database<{ readable: string }[]>`
      select pg_get_functiondef('private.searchable(text)'::regprocedure) as readable`;
    await stack.database.unsafe(`
      create or replace function private.searchable(text) returns text language plpgsql immutable as $$
        begin assert $1 not like '%Slow to read%'; return lower($1); end $$`);
    try {
      await store('voice_leads', lead({ id: late }));
      await call({ lead_id: early });
      await stack.database`delete from public.voice_calls where id = ${deleted}`;
      await stack.database`
        update public.voice_leads set created_at = created_at - interval '1 hour', notified_at = null`;
      await stack.database`select public.prepare_sweep()`;
      expect(await found('slow')).toContainEqual(['voice_leads', late]);
      await stack.database`select public.erase_address('slow@example.com')`;
      expect(await found('slow')).toEqual([['voice_leads', late]]);
    } finally {
      await stack.database.unsafe(String(readable));
    }
  });

  it('is unread again when there is more of it', async () => {
    const id = await store('voice_leads', lead());
    await open('voice_leads', id);
    expect((await desk.entry('voice_leads', id)).opened_at).not.toBeNull();
    await call({ lead_id: id, asked: false });
    expect((await desk.entry('voice_leads', id)).opened_at).not.toBeNull();
    await call({ lead_id: id, asked: true });
    expect((await desk.entry('voice_leads', id)).opened_at).toBeNull();
  });

  it('is in the search with all that was said, unless anybody could have any number of them stored', async () => {
    const id = await store('voice_leads', lead());
    const transcript = `${'word '.repeat(1000)}pangolins`;
    await call({ transcript });
    expect(await found('pangolins')).toEqual([]);
    for (let count = 0; count < 21; count++) await call({ lead_id: id, transcript });
    const [{ whole } = {}] = await stack.database`
      select count(*)::int as whole from public.desk_calls where lead_id = ${id} and search like '%pangolins%'`;
    expect(whole).toBe(20);
    const calls = (await open('voice_leads', id))?.calls ?? [];
    expect(calls).toHaveLength(20);
    // One letter that becomes eighteen.
    const [{ length } = {}] = await stack.database`
      select char_length(private.searchable(repeat(U&'\\FDFA', 40000))) as length`;
    expect(length).toBe(45_000);
  });

  it('that cannot be mailed makes its lead a dead letter', async () => {
    const id = await store('voice_leads', lead());
    const reported = await call({ lead_id: id });
    await stack.database`update public.voice_calls set dead_at = now() where id = ${reported}`;
    expect((await desk.entry('voice_leads', id)).dead).toBe(true);
  });
});
