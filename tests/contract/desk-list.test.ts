import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, openDesk, type Desk, type Entry } from '../setup/desk.ts';
import { application, booking, lead, notificationRequest, startStack, submission, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;

let stack: Stack;
let desk: Desk;
beforeAll(async () => {
  stack = await startStack();
  desk = openDesk(stack, await addPerson(stack.database));
});
afterAll(() => stack.stop());

const KINDS = {
  contact_submissions: submission,
  demo_bookings: booking,
  internship_applications: application,
  notification_requests: notificationRequest,
  voice_leads: lead,
};
type Kind = keyof typeof KINDS;

beforeEach(async () => {
  for (const kind of Object.keys(KINDS)) await stack.database`delete from ${stack.database(`public.${kind}`)}`;
  await stack.database`delete from public.voice_calls`;
});

/** Stores a request, and returns its id. */
async function store(kind: Kind, changes: Row = {}): Promise<string> {
  const row = KINDS[kind](changes);
  await stack.database`insert into ${stack.database(`public.${kind}`)} ${stack.database(row)}`;
  return String(row['id']);
}

const list = (values: Row = {}) => desk.ask<Entry[]>('desk_list', values);
const ids = async (values: Row = {}) => (await list(values)).map(({ id }) => id);

const NEWEST = '2026-06-01T12:00:00Z';
/** Some hours before {@link NEWEST}. */
const before = (hours: number) => new Date(Date.parse(NEWEST) - hours * 3_600_000).toISOString();

describe('the list', () => {
  it('has a request of each kind, newest first, with what it is about', async () => {
    const made = [
      await store('contact_submissions', { created_at: before(4), subject: 'Demo Request', name: 'Ada' }),
      await store('demo_bookings', { created_at: before(3), topic: 'Reports', starts_at: before(-9) }),
      await store('internship_applications', { created_at: before(2), position: 'marketing' }),
      await store('notification_requests', { created_at: before(1), resource_type: 'New Research' }),
      await store('voice_leads', { created_at: before(0), name: 'Grace' }),
    ];
    const entries = await list();
    expect(entries.map(({ id }) => id)).toEqual(made.toReversed());
    expect(entries.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['voice_leads', 'Grace'],
      ['notification_requests', 'New Research'],
      ['internship_applications', 'marketing'],
      ['demo_bookings', 'Reports'],
      ['contact_submissions', 'Demo Request'],
    ]);
    expect(entries[4]).toEqual({
      kind: 'contact_submissions',
      id: made[0],
      created_at: expect.stringMatching(/^2026-06-01T08:00:00/) as string,
      name: 'Ada',
      email: expect.stringMatching(/@example\.com$/) as string,
      subject: 'Demo Request',
      dead: false,
      state: 'new',
      opened_at: null,
      answered_at: null,
      assigned_to: null,
      version: 1,
      changed_by: null,
    });
  });

  it(
    'comes in pages without a gap or a double, also where many were stored at the same time',
    { tags: ['exhaustive'] },
    async () => {
      const made: string[] = [];
      // Three at each time.
      for (let number = 0; number < 21; number++)
        made.push(await store('contact_submissions', { created_at: before(Math.floor(number / 3)) }));
      for (const most of [1, 2, 4, 20]) {
        const seen: string[] = [];
        for (let last: Entry | undefined, page = 0; page < 30; page++) {
          const entries = await list({ most, ...(last && { before_at: last.created_at, before_id: last.id }) });
          expect(entries.length).toBeLessThanOrEqual(most);
          if (entries.length === 0) break;
          seen.push(...entries.map(({ id }) => id));
          last = entries.at(-1);
        }
        expect(seen.toSorted()).toEqual(made.toSorted());
        expect(seen).toEqual(await ids({ most: 200 }));
      }
    },
  );

  it('does not shift while new ones arrive between two pages', async () => {
    for (let number = 1; number <= 4; number++) await store('contact_submissions', { created_at: before(number) });
    const first = await list({ most: 2 });
    await store('contact_submissions', { created_at: before(0) });
    const last = first.at(-1);
    const second = await list({ most: 2, before_at: last?.created_at, before_id: last?.id });
    expect([...first, ...second].map(({ created_at }) => Date.parse(created_at))).toEqual(
      [1, 2, 3, 4].map((hours) => Date.parse(before(hours))),
    );
  });

  it.each([
    [0, 1],
    [-5, 1],
    [1_000_000, 200],
  ])('asked for %i at once has %i', async (most, count) => {
    await stack.database`
      insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms)
      select gen_random_uuid(), 'Ada', 'many@example.com', 'Many', 'Hello', 'test', 5000 from generate_series(1, 205)`;
    expect(await list({ most })).toHaveLength(count);
  });

  it('can be of some kinds and states only', async () => {
    const [fresh, done] = [await store('contact_submissions'), await store('demo_bookings')];
    const working = await store('contact_submissions');
    await stack.database`update public.desk_requests set state = 'done' where id = ${done}`;
    await stack.database`update public.desk_requests set state = 'in work' where id = ${working}`;
    const sorted = async (values: Row) => (await ids(values)).toSorted();
    expect(await sorted({ kinds: ['demo_bookings'] })).toEqual([done]);
    expect(await sorted({ kinds: ['contact_submissions'] })).toEqual([fresh, working].toSorted());
    expect(await sorted({ kinds: ['contact_submissions', 'demo_bookings'], states: ['new', 'done'] })).toEqual(
      [fresh, done].toSorted(),
    );
    expect(await sorted({ kinds: ['demo_bookings'], states: ['new'] })).toEqual([]);
    expect(await sorted({ kinds: [], states: null })).toEqual([]);
    expect(await sorted({ kinds: ['no such kind'], states: ["x' or true --"] })).toEqual([]);
  });

  it('can be of dead letters, alone or with a state, until their mail is sent', async () => {
    const dead = await store('demo_bookings');
    const fresh = await store('contact_submissions');
    await stack.database`update public.demo_bookings set dead_at = now(), tries = 40 where id = ${dead}`;
    await stack.database`update public.desk_requests set state = 'done' where id = ${dead}`;
    expect(await ids({ states: ['dead'] })).toEqual([dead]);
    expect((await ids({ states: ['dead', 'new'] })).toSorted()).toEqual([dead, fresh].toSorted());
    expect((await list({ states: ['dead'] }))[0]?.dead).toBe(true);
    expect(await desk.ask('desk_counts')).toEqual({ unread: 2, dead: 1 });
    await stack.database`update public.demo_bookings set notified_at = now() where id = ${dead}`;
    expect(await ids({ states: ['dead'] })).toEqual([]);
  });
});

/** Somebody whose request is not to be found. */
const OTHER = { name: 'Somebody else', email: 'nobody@host.test' };

describe('the search', () => {
  it.each<[what: string, typed: Row, words: string]>([
    ['a name', { name: 'Ada Lovelace' }, 'lovelace'],
    ['a part of a name', { name: 'Ada Lovelace' }, 'velac'],
    ['an address', { email: 'ada@analytical.example' }, 'ADA@analytical.example'],
    ['the message', { message: 'We need reports by Friday' }, 'friday'],
    ['the subject', { subject: 'Analytical Engines Ltd' }, 'engines'],
    ['small letters typed as capitals', { name: 'École Zoë' }, 'ÉCOLE ZOË'],
    ['capitals typed as small letters', { name: 'STRAẞE ÅNGSTRÖM' }, 'ångström'],
    ['an accent that is a character of its own', { name: 'Zoe\u0308 Cafe\u0301' }, 'zoë café'],
    ['an accent that is part of its letter', { name: 'Zoë' }, 'zoe\u0308'],
    ['several words, in any order and place', { name: 'Ada', message: 'Reports for the board' }, 'board ada'],
    ['two characters', { name: 'Bo Li' }, 'li'],
    ['one character', { name: 'X' }, 'x'],
    ['an emoji', { message: 'Thanks 🦊!' }, '🦊'],
    ['Japanese', { name: '山田 太郎', message: '日本語のレポート' }, 'レポ'],
    ['Japanese words with the wide blank between them', { name: '山田 太郎' }, '山田\u3000太郎'],
    ['full-width letters typed as usual ones', { name: 'ＡＤＡ' }, 'ada'],
    ['a percent sign', { message: 'growth of 100% in a year' }, '100%'],
    ['an underscore', { message: 'the column user_id' }, 'user_id'],
    ['a backslash', { message: 'C:\\reports' }, ':\\rep'],
    ['a quotation mark', { message: "it's fine" }, "it's"],
    ['two hundred characters', { message: `${'long words '.repeat(30)}end` }, 'long words '.repeat(30)],
    ['blanks around the words', { name: 'Ada Lovelace' }, ' \n\t lovelace\u00a0 '],
  ])('finds %s', async (_what, typed, words) => {
    const found = await store('contact_submissions', typed);
    await store('contact_submissions', { ...OTHER, message: 'Nothing of this 50 user-id' });
    expect(await ids({ words })).toEqual([found]);
  });

  it.each(['%', '_', '\\', '%%', '__', 'a%b', 'nothing here', "' or true --", '*', '.'.repeat(500)])(
    'finds nothing where %j does not occur: no character stands for others',
    async (words) => {
      await store('contact_submissions', { name: 'Ada', email: 'ada@example', subject: 'x', message: 'ab acb' });
      expect(await ids({ words })).toEqual([]);
    },
  );

  it.each(['', '   ', '\u3000\n', null])('without words (%j) finds everything', async (words) => {
    await store('contact_submissions');
    await store('demo_bookings', { note: '' });
    expect(await ids({ words })).toHaveLength(2);
  });

  it('looks at what the visitor wrote, not at what the browser added', async () => {
    await store('contact_submissions', { page: '/flow', utm_source: 'newsletter', referrer_host: 'search.example' });
    for (const words of ['flow', 'newsletter', 'search.example', 'marketing-website'])
      expect(await ids({ words })).toEqual([]);
  });

  it('finds a request of each kind by each text of its form', async () => {
    const made = [
      await store('demo_bookings', { company: 'Findable Works', note: 'findable note', topic: 'Findable topic' }),
      await store('internship_applications', { experience: 'findable years', motivation: 'findable reasons' }),
      await store('notification_requests', { resource_type: 'Findable Research' }),
      await store('voice_leads', { name: 'Findable' }),
    ];
    expect((await ids({ words: 'findable' })).toSorted()).toEqual(made.toSorted());
    for (const words of ['findable works', 'findable topic', 'findable years', 'findable reasons'])
      expect(await ids({ words }), words).toHaveLength(1);
  });

  it('can be combined with kinds, states and pages', async () => {
    const made = [await store('contact_submissions', { name: 'Ada' }), await store('demo_bookings', { name: 'Ada' })];
    await store('demo_bookings', OTHER);
    expect(await ids({ words: 'ada', kinds: ['demo_bookings'], states: ['new'] })).toEqual([made[1]]);
    const [newest] = await list({ words: 'ada', most: 1 });
    expect(await ids({ words: 'ada', before_at: newest?.created_at, before_id: newest?.id })).toEqual(
      made.filter((id) => id !== newest?.id),
    );
  });
});
