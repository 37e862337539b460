import { randomUUID } from 'node:crypto';
import type { PostgrestError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_KINDS } from '../../src/backend/request-kinds.ts';
import { anyAddress, fromAddress } from '../setup/network.ts';
import {
  announced,
  application,
  booking,
  lead,
  notificationRequest,
  startStack,
  submission,
  type Stack,
} from '../setup/stack.ts';

type Row = Record<string, unknown>;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const insert = async (table: string, row: Row | Row[], ip?: string) => {
  const { error, status } = await stack.visitor(ip).from(table).insert(row);
  return { error, status };
};
const stored = async (table: string, id: unknown) => {
  const [row] = await stack.database<
    Row[]
  >`select * from ${stack.database(`public.${table}`)} where id = ${String(id)}`;
  return row;
};
const code = (error: PostgrestError | null) => error?.code;

/** The maximum code points of the fields that every request has. */
const LONGEST = {
  name: 100,
  source: 60,
  page: 300,
  referrer_host: 253,
  utm_source: 150,
  utm_medium: 150,
  utm_campaign: 150,
  utm_term: 150,
  utm_content: 150,
};
const REQUIRED = ['id', 'name', 'email', 'source', 'fill_ms'];
const STAMPS = ['created_at', 'notified_at', 'claimed_at', 'tried_at'];
const TYPED = 'Zoë 🦊 O’Neil "quoted" \\ <b>\n\tsecond line {name} 日本語';

interface Table {
  table: string;
  row: (changes?: Row) => Row;
  /** Text fields that accept any text. */
  typed: Row;
  longest: Record<string, number>;
  /** Other fields that a long text requires, and how it has to end. */
  with?: Row;
  ending?: Record<string, string>;
  notBlank: string[];
  required: string[];
  stamps: string[];
}

const TABLES: Table[] = [
  {
    table: 'voice_leads',
    row: lead,
    typed: {},
    longest: LONGEST,
    notBlank: ['name'],
    required: REQUIRED,
    stamps: STAMPS,
  },
  {
    table: 'notification_requests',
    row: notificationRequest,
    typed: { resource_type: TYPED },
    longest: { ...LONGEST, resource_type: 100 },
    notBlank: ['name', 'resource_type'],
    required: [...REQUIRED, 'resource_type'],
    stamps: STAMPS,
  },
  {
    table: 'internship_applications',
    row: application,
    typed: {
      ...announced,
      phone: TYPED.slice(0, 30),
      experience: TYPED,
      motivation: TYPED,
      resume_name: `${TYPED}.pdf`,
    },
    longest: { ...LONGEST, phone: 40, experience: 5000, motivation: 5000, resume_name: 255 },
    with: announced,
    ending: { resume_name: '.pdf' },
    notBlank: ['name', 'motivation'],
    required: [...REQUIRED, 'position', 'motivation', 'availability'],
    stamps: [...STAMPS, 'acknowledged_at'],
  },
  {
    table: 'demo_bookings',
    row: booking,
    typed: { company: TYPED, topic: TYPED, note: TYPED },
    longest: { ...LONGEST, company: 150, topic: 100, time_zone: 60, note: 5000 },
    notBlank: ['name', 'topic'],
    required: [...REQUIRED, 'topic', 'starts_at', 'time_zone'],
    stamps: [...STAMPS, 'acknowledged_at'],
  },
];

describe.each(TABLES)('$table', ({ table, row, typed, longest, notBlank, required, stamps, ...further }) => {
  const text = (field: string, length: number) => {
    const ending = further.ending?.[field] ?? '';
    return '🦊'.repeat(length - ending.length) + ending;
  };
  const long = (field: string, length: number) => row({ ...further.with, [field]: text(field, length) });

  it('accepts a request, which is stored as it was typed', async () => {
    const sent = row({ ...typed, name: TYPED, page: '/flow', utm_source: 'news' });
    expect(await insert(table, sent)).toEqual({ error: null, status: 201 });
    const { starts_at: begins, ...kept } = (await stored(table, sent['id'])) ?? {};
    const { starts_at: begin, ...texts } = sent;
    expect(kept).toMatchObject({ ...texts, utm_medium: '', notified_at: null, claimed_at: null });
    expect(begins).toEqual(begin === undefined ? undefined : new Date(begin as string));
  });

  it.each(stamps)('%s cannot be written', async (column) => {
    const sent = row({ [column]: '2020-01-01T00:00:00Z' });
    expect(code((await insert(table, sent)).error)).toBe('42501');
    expect(await stored(table, sent['id'])).toBeUndefined();
  });

  it('cannot be read, changed or deleted', async () => {
    const sent = row();
    await insert(table, sent);
    const open = stack.visitor().from(table);
    const read = await open.select('*');
    expect([read.data, code(read.error)]).toEqual([null, '42501']);
    expect(code((await open.select('id').eq('email', String(sent['email']))).error)).toBe('42501');
    expect(code((await open.insert(row()).select('id')).error)).toBe('42501');
    expect(code((await open.upsert({ ...sent, name: 'Eve' })).error)).toBe('42501');
    expect(code((await open.upsert({ ...sent, name: 'Eve' }, { ignoreDuplicates: true })).error)).toBe('42501');
    expect(code((await open.update({ name: 'Eve' }).eq('id', String(sent['id']))).error)).toBe('42501');
    expect(code((await open.delete().eq('id', String(sent['id']))).error)).toBe('42501');
    expect(await stored(table, sent['id'])).toMatchObject({ name: 'Ada Example' });
  });

  it.each(Object.entries(longest))('%s holds %i code points, not one more', async (field, length) => {
    const full = long(field, length);
    expect(await insert(table, full)).toEqual({ error: null, status: 201 });
    expect((await stored(table, full['id']))?.[field]).toBe(text(field, length));

    const { error, status } = await insert(table, long(field, length + 1));
    expect([code(error), status]).toEqual(['23514', 400]);
    expect(error?.message).toContain(field);
  });

  it('has a limit for every text that visitors write', async () => {
    const texts = await stack.database<{ column_name: string }[]>`
      select column_name from information_schema.column_privileges join information_schema.columns
        using (table_schema, table_name, column_name)
      where table_schema = 'public' and table_name = ${table} and grantee = 'anon' and privilege_type = 'INSERT'
        and data_type = 'text'`;
    const others = ['email', 'website', 'position', 'availability', 'resume_extension'];
    expect(
      texts
        .map(({ column_name }) => column_name)
        .filter((name) => !others.includes(name))
        .sort(),
    ).toEqual(Object.keys(longest).sort());
  });

  it('email holds 254 characters, not one more, and nothing but an address', async () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
    expect((await insert(table, row({ email: address(254) }))).status).toBe(201);
    for (const email of [address(255), 'plain', 'a@', 'a b@example.com', 'a@b..c', 'a@example.com\n', 'ä@b.c', '']) {
      const { error } = await insert(table, row({ email }));
      expect([code(error), error?.message], email).toEqual(['23514', expect.stringContaining('email')]);
    }
  });

  it.each(notBlank)('%s rejects what is blank to JavaScript', async (field) => {
    for (const blank of ['', ' ', '\t\n', '\u00a0\u2003\u3000\ufeff'])
      expect(code((await insert(table, row({ [field]: blank }))).error)).toBe('23514');
  });

  it.each(required)('%s is required, and the error says so', async (field) => {
    const rest = Object.fromEntries(Object.entries(row()).filter(([name]) => name !== field));
    for (const sent of [rest, row({ [field]: null })]) {
      const { error, status } = await insert(table, sent);
      expect([status, error?.message]).toEqual([400, expect.stringContaining(`"${field}" of relation "${table}"`)]);
    }
  });

  it('stores a value that is not text as it was written, or rejects its type', async () => {
    for (const [value, written] of [
      [5, '5'],
      [true, 'true'],
      [['a', 1], '["a",1]'],
      [{ a: null }, '{"a":null}'],
    ] as const) {
      const sent = row({ name: value });
      expect(await insert(table, sent)).toEqual({ error: null, status: 201 });
      expect(await stored(table, sent['id'])).toMatchObject({ name: written });
    }
    for (const value of [true, [1500], { ms: 1500 }, 1500.5, 1e21, 'soon'])
      expect((await insert(table, row({ fill_ms: value }))).status).toBe(400);
  });

  it('accepts an empty list, and stores nothing', async () => {
    expect(await insert(table, [])).toEqual({ error: null, status: 201 });
  });

  it('rejects a bot that fills the hidden field or is faster than 1.5 s', async () => {
    for (const [field, value] of [
      ['website', 'https://spam.example'],
      ['fill_ms', 1499],
    ] as const) {
      const { error, status } = await insert(table, row({ [field]: value }));
      expect([status, error?.message]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await insert(table, row({ fill_ms: 1500 }))).status).toBe(201);
  });
});

describe.each(TABLES)('the id in $table', ({ table, row }) => {
  it('stores a request once, however often it is sent', async () => {
    const sent = row();
    expect((await insert(table, sent)).status).toBe(201);
    const again = await insert(table, sent);
    expect([again.status, code(again.error)]).toEqual([409, '23505']);
  });

  it('that is stored changes nothing, whatever else is sent', async () => {
    const sent = row();
    await insert(table, sent);
    const before = await stored(table, sent['id']);
    for (const changes of [{ name: 'Eve' }, { email: 'nobody' }, { website: 'x' }, { fill_ms: 3 }, { name: '' }])
      expect((await insert(table, { ...sent, ...changes })).status).toBe(409);
    expect(await stored(table, sent['id'])).toEqual(before);
  });

  it('stores it once when it is sent ten times at once', async () => {
    const sent = row();
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => insert(table, sent)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

it('the limit of 20 requests per network counts requests to any table', async () => {
  const ip = '203.0.113.70';
  for (const { table, row } of TABLES)
    for (let time = 0; time < 5; time++) expect((await insert(table, row(), ip)).status).toBe(201);
  for (const { table, row } of [...TABLES, { table: 'contact_submissions', row: submission }]) {
    const { error, status } = await insert(table, row(), ip);
    expect([status, error?.message], table).toEqual([429, expect.stringContaining('network')]);
  }
});

it.each(TABLES)('several rows at once are refused in $table', async ({ table, row }) => {
  const rows = [row(), row()];
  const { error, status } = await insert(table, rows);
  expect([status, error?.message]).toEqual([400, 'Only one request can be sent at a time.']);
  for (const { id } of rows) expect(await stored(table, id)).toBeUndefined();
});

it('voice_calls cannot be written, read, changed or deleted by visitors', async () => {
  const open = stack.visitor().from('voice_calls');
  const id = randomUUID();
  await stack.database`insert into public.voice_calls (id, summary) values (${id}, 'Secret')`;
  for (const attempt of [
    open.insert({ id: randomUUID() }),
    open.select('*'),
    open.select('id').eq('id', id),
    open.update({ summary: 'Eve' }).eq('id', id),
    open.delete().eq('id', id),
  ])
    expect(code((await attempt).error)).toBe('42501');
  expect(await stored('voice_calls', id)).toMatchObject({ summary: 'Secret' });
});

describe('an application', () => {
  it.each(['strategy', 'data-analysis', 'operations', 'ux-ui-design', 'marketing', 'software-development', 'other'])(
    'can be for %s',
    async (position) => {
      expect((await insert('internship_applications', application({ position }))).status).toBe(201);
    },
  );

  it.each(['immediate', 'within-1-month', 'within-3-months', 'flexible'])('can be for %s', async (availability) => {
    expect((await insert('internship_applications', application({ availability }))).status).toBe(201);
  });

  it.each([
    ['position', ''],
    ['position', 'Strategy'],
    ['position', 'ceo'],
    ['position', 'other '],
    ['availability', ''],
    ['availability', 'Flexible'],
    ['availability', 'never'],
  ])('rejects the %s %j', async (field, value) => {
    const { error } = await insert('internship_applications', application({ [field]: value }));
    expect([code(error), error?.message]).toEqual(['23514', expect.stringContaining(field)]);
  });

  it.each(['pdf', 'doc', 'docx'])('announces a .%s resume with its name and size', async (extension) => {
    const row = application({
      resume_name: `Ada.${extension.toUpperCase()}`,
      resume_extension: extension,
      resume_size: 5 * 1024 * 1024,
    });
    expect((await insert('internship_applications', row)).status).toBe(201);
  });

  it.each([
    ['without a name', { resume_name: '' }],
    ['without an extension', { resume_extension: '' }],
    ['without a size', { resume_size: 0 }],
    ['of a negative size', { resume_size: -1 }],
    ['of more than 5 MB', { resume_size: 5 * 1024 * 1024 + 1 }],
    ['of another type', { resume_name: 'Ada.exe', resume_extension: 'exe' }],
    ['of a type in capitals', { resume_extension: 'PDF' }],
    ['whose name has another extension', { resume_name: 'Ada.pdf.exe' }],
    ['whose name has no extension', { resume_name: 'Ada-pdf' }],
  ])('cannot announce a resume %s', async (_what, change) => {
    const { error } = await insert('internship_applications', application({ ...announced, ...change }));
    expect([code(error), error?.message]).toEqual(['23514', expect.stringContaining('resume')]);
  });
});

describe('a booking', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const DAY = 24 * 60;

  it.each([
    ['in a minute', () => inMinutes(1), 201],
    ['in 364 days', () => inMinutes(364 * DAY), 201],
    ['a minute ago', () => inMinutes(-1), 400],
    ['in 367 days', () => inMinutes(367 * DAY), 400],
    ['never', () => 'infinity', 400],
    ['at an invalid time', () => 'tomorrow-ish', 400],
  ])('%s', async (_when, startsAt, status) => {
    const row = booking({ starts_at: startsAt() });
    expect((await insert('demo_bookings', row)).status).toBe(status);
    expect((await stored('demo_bookings', row['id'])) !== undefined).toBe(status === 201);
  });

  it('requires a time zone', async () => {
    expect(code((await insert('demo_bookings', booking({ time_zone: '' }))).error)).toBe('23514');
  });
});

describe('the notification list', () => {
  const TABLE = 'notification_requests';
  const newAddress = () => `list.${randomUUID()}@example.com`;

  it('keeps every request of an address: a stranger can neither replace nor end one', async () => {
    const email = newAddress();
    const first = notificationRequest({ email });
    await insert(TABLE, first);
    const before = await stored(TABLE, first['id']);
    const stranger = notificationRequest({ email: email.toUpperCase(), name: 'Eve', page: '/elsewhere' });
    expect(await insert(TABLE, stranger)).toEqual({ error: null, status: 201 });
    expect(await stored(TABLE, first['id'])).toEqual(before);
    expect(await stored(TABLE, stranger['id'])).toMatchObject({ name: 'Eve' });
  });

  it('does not let visitors set the unsubscribe token', async () => {
    const row = notificationRequest({ unsubscribe_token: randomUUID() });
    expect(code((await insert(TABLE, row)).error)).toBe('42501');
    expect(await stored(TABLE, row['id'])).toBeUndefined();
  });

  /** Every part of a response that could reveal something. */
  async function answer(body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${stack.backend.apiUrl}/rest/v1/${TABLE}`, {
      method: 'POST',
      headers: {
        apikey: stack.backend.publishableKey,
        'content-type': 'application/json',
        ...fromAddress(stack.networkKey, anyAddress()),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    // The time of the answer is the same in any case.
    const other = [...response.headers].filter(([name]) => name !== 'date');
    return [response.status, other, await response.text()];
  }

  // An attacker has their own address and id, and never sees the mail.
  it.each<[what: string, ask: (email: string) => Promise<unknown>]>([
    ['entering it', (email) => answer(notificationRequest({ email }))],
    ['having the rows counted', (email) => answer(notificationRequest({ email }), { prefer: 'count=exact' })],
    ['asking for the row', (email) => answer(notificationRequest({ email }), { prefer: 'return=representation' })],
    ['asking for its address', (email) => answer(notificationRequest({ email }), { prefer: 'return=headers-only' })],
    ['entering it without a name', (email) => answer(notificationRequest({ email, name: '' }))],
    [
      'sending the id again for another address',
      async (email) => {
        const row = notificationRequest({ email });
        return [await answer(row), await answer({ ...row, email: newAddress() })];
      },
    ],
    [
      'sending the id again',
      async (email) => {
        const row = notificationRequest({ email });
        return [await answer(row), await answer(row), await answer({ ...row, name: '' })];
      },
    ],
    [
      'sending the id twice at the same time',
      async (email) => {
        const row = notificationRequest({ email });
        const answers = await Promise.all([answer(row), answer({ ...row, email: newAddress() })]);
        return answers.sort(([one], [other]) => Number(one) - Number(other));
      },
    ],
    ['sending a second one', (email) => answer([notificationRequest({ email }), notificationRequest()])],
    [
      'sending the id twice in one list',
      (email) => {
        const row = notificationRequest({ email });
        return answer([row, { ...row, email: newAddress() }]);
      },
    ],
    [
      'sending an id that is stored',
      async (email) => {
        const own = notificationRequest();
        await answer(own);
        return answer({ ...own, email });
      },
    ],
  ])('does not reveal who is on it: not by %s', async (_what, ask) => {
    const [listed, unlisted] = [newAddress(), newAddress()];
    await insert(TABLE, notificationRequest({ email: listed }));
    expect(await ask(listed)).toEqual(await ask(unlisted));
  });
});

describe('the public key does not give access to', () => {
  it('the template for tables', async () => {
    for (const visitor of [stack.visitor(), stack.visitor().schema('private')])
      expect((await visitor.from('request_template').insert(submission())).error).not.toBeNull();
    expect(await stack.database`select 1 from private.request_template`).toHaveLength(0);
  });

  it.each([
    ['claim_team_notification', { request_table: 'demo_bookings', request_id: randomUUID() }],
    ['finish_team_notification', { request_table: 'demo_bookings', request_id: randomUUID() }],
    [
      'release_team_notification',
      { request_table: 'demo_bookings', request_id: randomUUID(), claimed: new Date().toISOString() },
    ],
    ['due_team_notifications', { most: 1 }],
    ['prepare_sweep', {}],
    ['waiting_resource_announcements', {}],
    ['claim_resource_announcements', { resource: 'New Research', most: 1 }],
    ['finish_resource_announcement', { token: randomUUID() }],
    ['unsubscribe', { token: randomUUID() }],
  ])('%s()', async (name, values) => {
    const result = await stack.visitor().rpc(name, values);
    expect([result.data, code(result.error)]).toEqual([null, '42501']);
  });

  /** Functions that a role may call, in our schemas. */
  const openTo = async (role: string) => {
    const open = await stack.database<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege(${role}, p.oid, 'execute') order by 1`;
    return open.map(({ name }) => name);
  };
  // Policies, indexes and checks need these. They reveal only what the same browser created or sent, or nothing.
  const OPEN = ['mailbox', 'may_upload_resume', 'untagged_name', 'white_space', 'within_limit'];

  it('any other function that changes or reads data', async () => {
    expect(await openTo('anon')).toEqual(OPEN);
  });

  it('more than that to whoever is signed in, but for the functions of the desk, which check who it is', async () => {
    const signedIn = (await openTo('authenticated')).filter((name) => !name.startsWith('desk_'));
    // Policies of the desk need these two. They reveal nothing to others than staff.
    expect(signedIn).toEqual([...OPEN, 'is_staff', 'may_read_resume'].sort());
  });
});

/** The kinds of request as the database lists them, in the order of erasure. */
const kinds = () => stack.database<{ name: string; columns: string[] | null; notifies_team: boolean }[]>`
  select name, columns, notifies_team from private.request_kinds order by position`;

it('the database and the code list the same kinds of request, in the same order', async () => {
  const stored = (await kinds()).map(({ name, columns, notifies_team }) => ({
    table: name,
    visitorsInsert: columns !== null,
    notifiesTeam: notifies_team,
  }));
  expect(stored).toEqual(
    Object.entries(REQUEST_KINDS).map(([table, { visitorsInsert, mails }]) => ({
      table,
      visitorsInsert,
      notifiesTeam: mails !== null,
    })),
  );
});

it('visitors can insert the columns that the list names, and no others', async () => {
  const granted = await stack.database<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.column_privileges
    where table_schema = 'public' and grantee = 'anon' and privilege_type = 'INSERT' group by 1`;
  const listed = (await kinds()).flatMap(({ name, columns }) => (columns ? [{ name, columns }] : []));
  const sorted = (tables: { name: string; columns: string[] }[]) =>
    Object.fromEntries(tables.map(({ name, columns }) => [name, columns.toSorted()]));
  expect(sorted(granted)).toEqual(sorted(listed));
});

it('every table that the team is notified of counts its tries, and no other does', async () => {
  const counted = await stack.database<{ name: string }[]>`
    select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'count_try'`;
  const notified = (await kinds()).filter((kind) => kind.notifies_team);
  expect(counted.map(({ name }) => name).toSorted()).toEqual(notified.map(({ name }) => name).toSorted());
});

it('a table that is not listed cannot be opened to visitors', async () => {
  const open = stack.database.begin((transaction) =>
    transaction.unsafe(`
      create table public.unlisted (like private.request_template including all);
      select private.open_to_visitors('public.unlisted', array[]::text[])`),
  );
  await expect(open).rejects.toThrow('public.unlisted is not in private.request_kinds');
});
