import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumePath } from '../../src/backend/resume.ts';
import { CALLERS, OUTSIDER, TEAM, type Caller } from '../setup/desk-callers.ts';
import { SECRET, storeSecrets, type Secrets } from '../setup/desk-secrets.ts';
import { addPerson, claimsOf, sign, type Person } from '../setup/desk.ts';
import { startStack, type Stack } from '../setup/stack.ts';

/** The functions in public: those for staff, and those for the functions and commands of the team. */
const STAFF_FUNCTIONS = [
  'desk_account', 'desk_answer_booking', 'desk_assign', 'desk_begin_export', 'desk_colleagues', 'desk_counts',
  'desk_decline_knock', 'desk_entry', 'desk_erase', 'desk_erasure', 'desk_export', 'desk_figures', 'desk_knocks',
  'desk_list', 'desk_mark_answered', 'desk_meeting', 'desk_note',
  'desk_open', 'desk_request', 'desk_resume', 'desk_retry_dead_letters', 'desk_set_state', 'desk_waiting',
]; // oxfmt-ignore
const TEAM_FUNCTIONS = [
  'add_staff', 'claim_resource_announcements', 'claim_team_notification', 'count_meeting_try', 'count_meeting_use', 'delete_expired',
  'due_team_notifications', 'end_meeting', 'erase_address', 'expect_new_password', 'find_meeting', 'finish_dead_letter', 'finish_resource_announcement', 'finish_team_notification', 'forget_room',
  'is_request_stored', 'knock_meeting', 'list_staff', 'note_meeting', 'orphaned_resumes', 'orphaned_rooms', 'prepare_sweep', 'release_team_notification', 'remove_staff',
  'retry_dead_letters', 'store_verified_request', 'unsubscribe', 'untold_dead_letters', 'waiting_resource_announcements',
]; // oxfmt-ignore
/** The tables in public, and who has a right to them: visitors insert, staff reads without a function, the team does both. */
type Rights = readonly ('visitors' | 'staff' | 'team')[];
const TABLES: Record<string, Rights> = {
  booking_answers: ['team'],
  contact_submissions: ['visitors', 'team'],
  demo_bookings: ['visitors', 'team'],
  desk_calls: [],
  desk_log: ['staff'],
  desk_notes: [],
  desk_requests: [],
  internship_applications: ['visitors', 'team'],
  meeting_knocks: [],
  meeting_outcomes: [],
  notification_requests: ['visitors', 'team'],
  voice_calls: ['team'],
  voice_leads: ['visitors', 'team'],
};
const POLICIES = [
  'public.desk_log: Only with a second factor',
  'public.desk_log: Staff reads the log',
  'realtime.messages: Staff hears of requests',
  'storage.objects: One resume for each application',
  'storage.objects: Staff reads resumes that the log has',
];

let stack: Stack;
let staff: Person;
let secrets: Secrets;
const callers: Record<string, Caller> = {};
beforeAll(async () => {
  stack = await startStack();
  staff = await addPerson(stack.database);
  for (const [name, make] of Object.entries(CALLERS)) callers[name] = await make(stack);
  secrets = await storeSecrets(stack, staff);
});
afterAll(() => stack.stop());

/** Everything that a request could change. */
const everything = async () =>
  JSON.stringify([
    ...(await Promise.all(
      Object.keys(TABLES).map(
        (name) => stack.database`select * from ${stack.database(`public.${name}`)} t order by t::text`,
      ),
    )),
    await stack.database`select * from private.staff order by user_id`,
    await stack.database`select id, bucket_id, name, version, updated_at from storage.objects order by name`,
    await stack.database`select id, public from storage.buckets order by id`,
    await stack.database`select count(*) from realtime.messages`,
  ]);

interface Answer {
  status: number;
  text: string;
}

async function send(headers: Record<string, string>, method: string, path: string, body?: unknown): Promise<Answer> {
  const isFile = Buffer.isBuffer(body);
  const response = await fetch(`${stack.backend.apiUrl}/${path}`, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': isFile ? 'application/pdf' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

interface Procedure {
  name: string;
  parameters: string[];
}

/** All functions in public. */
let functions: readonly Procedure[] = [];
beforeAll(async () => {
  functions = await stack.database<Procedure[]>`
    select proname as name, coalesce(proargnames, '{}') as parameters from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`;
});

const callFunction = (headers: Record<string, string>, { name, parameters }: Procedure) =>
  send(headers, 'POST', `rest/v1/rpc/${name}`, Object.fromEntries(parameters.map((one) => [one, secrets.values[one]])));

/** What somebody could do with a table. */
const OPERATIONS = ['read', 'insert', 'change', 'delete'] as const;
type Operation = (typeof OPERATIONS)[number];

/** Tries to do something with a table. A row that would be inserted lacks something, so nobody can store it. */
function attempt(headers: Record<string, string>, operation: Operation, table: string): Promise<Answer> {
  const id = table.startsWith('meeting_') ? 'booking_id' : 'id';
  const [method, query] = {
    read: ['GET', '?select=*'] as const,
    insert: ['POST', ''] as const,
    change: ['PATCH', `?${id}=not.is.null`] as const,
    delete: ['DELETE', `?${id}=not.is.null`] as const,
  }[operation];
  const row = table === 'desk_log' ? { kind: 'changed' } : { [id]: '00000000-0000-4000-8000-000000000000' };
  return send(headers, method, `rest/v1/${table}${query}`, /insert|change/.test(operation) ? row : undefined);
}

/** What somebody could do with the resume, and others that they announced. */
const attacksOnFiles = (): [what: string, method: string, path: string, body?: unknown][] => {
  const place = resumePath(secrets.application, 'pdf');
  const other = Buffer.from('%PDF-1.4 other');
  return [
    ['list the bucket', 'POST', 'list/resumes', { prefix: '' }],
    ['list its folder', 'POST', 'list/resumes', { prefix: secrets.application }],
    ['download it', 'GET', `authenticated/resumes/${place}`],
    ['download it otherwise', 'GET', `resumes/${place}`],
    ['download it as a public file', 'GET', `public/resumes/${place}`],
    ['read its metadata', 'GET', `info/resumes/${place}`],
    ['ask for a link', 'POST', `sign/resumes/${place}`, { expiresIn: 60 }],
    ['ask for links', 'POST', 'sign/resumes', { expiresIn: 60, paths: [place] }],
    ['ask for an address to upload to', 'POST', `upload/sign/resumes/${place}`, {}],
    ['upload it again', 'POST', `resumes/${place}`, other],
    ['replace it', 'PUT', `resumes/${place}`, other],
    ['upload another file', 'POST', `resumes/${secrets.application}/other.pdf`, other],
    ['move it', 'POST', 'move', { bucketId: 'resumes', sourceKey: place, destinationKey: 'x/resume.pdf' }],
    ['copy it', 'POST', 'copy', { bucketId: 'resumes', sourceKey: place, destinationKey: 'x/resume.pdf' }],
    ['delete it', 'DELETE', 'resumes', { prefixes: [place] }],
  ];
};

/** Whether a token shows a message of a topic, asked as the Realtime server does: with the token's role and claims. */
async function hears(claims: object, role: string, topic: string): Promise<boolean> {
  const undone = new Error('undone');
  let heard: boolean | undefined;
  await stack.database
    .begin(async (sql) => {
      const [message] = await sql<{ id: string }[]>`
        insert into realtime.messages (topic, extension) values (${topic}, 'broadcast') returning id`;
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('realtime.topic', ${topic}, true)`;
      await sql.unsafe(`set local role ${role}`);
      const found =
        await sql`select from realtime.messages where id = ${message?.id ?? ''} and extension = 'broadcast'`;
      heard = found.length > 0;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  if (heard === undefined) throw new Error('It was not asked.');
  return heard;
}

describe('these lists are complete:', () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

  it('all functions that can be called, each with values for its parameters', () => {
    expect(names(functions)).toEqual([...STAFF_FUNCTIONS, ...TEAM_FUNCTIONS].sort());
    for (const { name, parameters } of functions)
      for (const parameter of parameters) expect(Object.keys(secrets.values), name).toContain(parameter);
  });

  it('all tables, buckets and policies', async () => {
    const tables = await stack.database<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'f', 'p') order by 1`;
    expect(names(tables)).toEqual(Object.keys(TABLES));
    expect(names(await stack.database<{ name: string }[]>`select id as name from storage.buckets`)).toEqual([
      'resumes',
    ]);
    const policies = await stack.database<{ name: string }[]>`
      select schemaname || '.' || tablename || ': ' || policyname as name from pg_policies
      where policyname <> 'Visitors hand in requests' order by 1`;
    expect(names(policies)).toEqual(POLICIES);
  });
});

/** What PostgreSQL says to a role without a grant. */
const DENIED = 'permission denied for function';

describe('whoever has no right to it now:', () => {
  const NAMES = Object.keys(CALLERS);

  /** What went wrong, by what was tried; nothing if an attempt was refused as expected. */
  type Wrong = [tried: string, answer: unknown] | undefined;

  /** Makes attempts, all at once. None may succeed, and they must change nothing. */
  async function meet(name: string, attempts: (caller: Caller) => Promise<Wrong>[]): Promise<void> {
    const caller = callers[name];
    if (!caller) throw new Error(`There is no ${name}.`);
    const before = await everything();
    const wrong = await Promise.all(attempts(caller));
    expect(Object.fromEntries(wrong.filter((one) => one !== undefined))).toEqual({});
    expect(await everything()).toBe(before);
  }

  /** The status of a refusal for want of a right. */
  const refusalOf = ({ is }: Caller) => (is === 'refused' || is === 'anonymous' ? 401 : 403);

  async function callAs(caller: Caller, one: Procedure): Promise<Wrong> {
    const isForStaff = STAFF_FUNCTIONS.includes(one.name);
    const { status, text } = await callFunction(caller.headers, one);
    // It tells whoever is signed in about themselves.
    if (caller.is === 'signed-in' && one.name === 'desk_account')
      return status === 200 && isDeepStrictEqual(JSON.parse(text), caller.account) ? undefined : [one.name, text];
    const said =
      caller.is === 'refused' ? '' : caller.is === 'signed-in' && isForStaff ? 'Only staff can do this.' : DENIED;
    const isRefused = status === refusalOf(caller) && text.includes(said) && !text.includes(SECRET);
    return isRefused ? undefined : [one.name, { status, text }];
  }

  it.each(NAMES)('%s gets nothing from any function', (name) =>
    meet(name, (caller) =>
      functions
        // The others are for the secret key.
        .filter((one) => caller.is !== 'team' || STAFF_FUNCTIONS.includes(one.name))
        .map((one) => callAs(caller, one)),
    ),
  );

  async function attemptAs(caller: Caller, operation: Operation, table: string, rights: Rights): Promise<Wrong> {
    const { status, text } = await attempt(caller.headers, operation, table);
    // A row that lacks something: it is refused for that.
    const mayTry = operation === 'insert' && rights.includes('visitors') && caller.is !== 'refused';
    // The table can be read, but has no row for them.
    const isEmpty = operation === 'read' && rights.includes('staff') && caller.is === 'signed-in';
    const expected = isEmpty ? 200 : mayTry ? 400 : refusalOf(caller);
    const isRefused = status === expected && !text.includes(SECRET) && (!isEmpty || text === '[]');
    return isRefused ? undefined : [`${operation} ${table}`, { status, text }];
  }

  /** All are refused in one way: the gate tries every caller with the functions, and one with everything else. */
  const eachOf = (names: readonly string[], title: string, test: (name: string) => Promise<void>) => {
    it.each(names.filter((name) => name === OUTSIDER))(title, test);
    it.each(names.filter((name) => name !== OUTSIDER))(title, { tags: ['exhaustive'] }, test);
  };

  eachOf(NAMES, '%s reads and changes no table', (name) =>
    meet(name, (caller) =>
      Object.entries(TABLES)
        .filter(([, rights]) => caller.is !== 'team' || !rights.includes('team'))
        .flatMap(([table, rights]) => OPERATIONS.map((operation) => attemptAs(caller, operation, table, rights))),
    ),
  );

  // The secret key is for all files and messages.
  const WITHOUT_KEY = NAMES.filter((name) => name !== TEAM);

  eachOf(WITHOUT_KEY, '%s gets no file, and changes none', (name) =>
    meet(name, ({ headers }) =>
      attacksOnFiles().map(async ([what, method, path, body]): Promise<Wrong> => {
        const { status, text } = await send(headers, method, `storage/v1/object/${path}`, body);
        const isEmpty = status === 200 && text === '[]' && /^(list|delete)/.test(what);
        const isRefused = status >= 400 && status < 500 && !text.includes(SECRET);
        return isEmpty || isRefused ? undefined : [what, { status, text }];
      }),
    ),
  );

  eachOf(WITHOUT_KEY, '%s hears nothing of what happens at the desk', (name) =>
    meet(name, (caller) => {
      const [claims, role] = caller.is === 'signed-in' ? [caller.claims, 'authenticated'] : [{}, 'anon'];
      return [hears(claims, role, 'desk').then((heard): Wrong => (heard ? ['listen', heard] : undefined))];
    }),
  );
});

describe('staff at the desk', () => {
  const headers = () => ({
    apikey: stack.backend.publishableKey,
    authorization: `Bearer ${sign(stack, claimsOf(staff))}`,
  });

  it('has no right to any table but reading the log', async () => {
    const before = await everything();
    for (const [table, rights] of Object.entries(TABLES))
      for (const operation of OPERATIONS) {
        const { status, text } = await attempt(headers(), operation, table);
        const mayTry = operation === 'insert' && rights.includes('visitors');
        const reads = operation === 'read' && rights.includes('staff');
        expect(status, `${operation} ${table}: ${text}`).toBe(reads ? 200 : mayTry ? 400 : 403);
        if (reads) expect(JSON.parse(text)).not.toEqual([]);
      }
    expect(await everything()).toBe(before);
  });

  it('hears of what happens at the desk, in no other topic, and cannot speak there', async () => {
    expect(await hears(claimsOf(staff), 'authenticated', 'desk')).toBe(true);
    expect(await hears(claimsOf(staff), 'authenticated', 'other')).toBe(false);
    const speaks = stack.database.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(staff))}, true), set_config('realtime.topic', 'desk', true)`;
      await sql`set local role authenticated`;
      await sql`insert into realtime.messages (topic, extension, event, payload) values ('desk', 'broadcast', 'insert', '{}')`;
    });
    await expect(speaks).rejects.toThrow('row-level security');
  });

  it('may call no function that is for the team', async () => {
    for (const one of functions.filter(({ name }) => TEAM_FUNCTIONS.includes(name)))
      expect((await callFunction(headers(), one)).status, one.name).toBe(403);
  });

  // The last test: it erases what the others protect.
  it('is answered by every function of the desk', async () => {
    for (const one of functions.filter(({ name }) => STAFF_FUNCTIONS.includes(name))) {
      const { status, text } = await callFunction(headers(), one);
      // Some change the same request, which is then no longer the one that was seen, or is erased.
      expect([200, 204, 404, 409], `${one.name}: ${text}`).toContain(status);
      expect(text).not.toContain('PGRST202');
    }
  });
});
