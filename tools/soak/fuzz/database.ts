import fc from 'fast-check';
import type { Sql } from 'postgres';
import { fromAddress } from '../../../tests/setup/network.ts';
import type { Target } from '../visit.ts';
import { bodiesOf, writeBody } from './bodies.ts';
import { CLOSED, TABLES } from './columns.ts';
import { fuzz, type FuzzResult } from './fuzz-run.ts';

/**
 * Refusals in PostgreSQL's and PostgREST's own words, which are the same on hosted Supabase: they say what is wrong with
 * the value, or that not all columns are open, but do not always name the column.
 */
const OWN_WORDS: Record<string, string> = {
  '22P02': 'not of the type',
  '22P05': 'no text that can be stored',
  '22003': 'out of range',
  '22007': 'no time',
  '22008': 'out of range',
  '22009': 'out of range',
  '22023': 'no time zone',
  '42501': 'not open to visitors',
  PGRST102: 'no JSON',
};

interface Answer {
  code?: string;
  message?: string;
  details?: string | null;
}

/** What a refusal may name: a column of the table, one that was sent, or the three of a resume together. */
const namesOf = (sent: ReadonlyMap<string, unknown>, columns: object) => [
  ...Object.keys(columns),
  ...Array.from(sent.keys(), (name) => `'${name}'`),
  'resume_is_whole',
];

async function send({ apiUrl, publishableKey, networkKey }: Target, table: string, body: string, ip: string) {
  const response = await fetch(`${apiUrl}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', ...fromAddress(networkKey, ip) },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** The row stored under an id, every value as text; undefined if there is none. */
async function storedUnder(database: Sql, table: string, id: string): Promise<Record<string, string> | undefined> {
  const [row] = await database<{ row: Record<string, string> }[]>`
    select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row
    from ${database(`public.${table}`)} t where id::text = ${id}`;
  return row?.row;
}

/** A value for a column that is not text, as the database writes it: a time, for example, has many notations. */
async function inDatabase(database: Sql, table: string, column: string, value: unknown): Promise<string | undefined> {
  const [row] = await database<{ value: string }[]>`
    select to_jsonb(jsonb_populate_record(null::${database(`public.${table}`)}, ${database.json({ [column]: value as string })})) ->> ${column} as value`;
  return row?.value;
}

/** Sends payloads to a table with the public key. Each must be stored as sent, or refused with a reason. */
export function fuzzTable(
  database: Sql,
  target: Target,
  table: string,
  payloads: number,
  seed: number,
): Promise<FuzzResult> {
  const columns = TABLES[table] ?? {};
  let turn = 0;
  return fuzz(`database: ${table}`, bodiesOf(columns, CLOSED), payloads, seed, async (body, count) => {
    turn += 1;
    const written = writeBody(body);
    const { status, text } = await send(target, table, written, `10.${turn % 250}.${Math.floor(turn / 250) % 250}.1`);
    // The last value of a repeated name counts.
    const sent = new Map(Object.entries(JSON.parse(written) as Record<string, unknown>));
    if (status === 201) {
      await isStoredAsSent(database, table, sent);
      count('stored as sent');
      return;
    }
    if (status < 400 || status >= 500) throw new Error(`answered ${status}: ${text}`);
    const { code = '', message = '', details } = JSON.parse(text) as Answer;
    const said = `${message} ${details ?? ''}`;
    if (message === '') throw new Error(`refused without a reason: ${status} ${text}`);
    if (code === '23505') count('refused: there already');
    else if (namesOf(sent, columns).some((name) => said.includes(name))) count('refused, the column named');
    else if (OWN_WORDS[code] !== undefined) count(`refused: ${OWN_WORDS[code]}`);
    else throw new Error(`refused without naming a column: ${status} ${text}`);
  });
}

/** @throws Error if a row is not stored, or not as sent */
async function isStoredAsSent(database: Sql, table: string, sent: ReadonlyMap<string, unknown>): Promise<void> {
  const columns = TABLES[table] ?? {};
  const id = await inDatabase(database, table, 'id', sent.get('id'));
  const row = id === undefined ? undefined : await storedUnder(database, table, id);
  if (!row) throw new Error('confirmed but not stored');
  for (const [name, value] of sent) {
    const column = columns[name];
    if (!column) throw new Error(`stored with the column "${name}", which is not open to visitors`);
    const stored = row[name] ?? '';
    const isSame = {
      // Values that are not text are stored as JSON.
      text: () =>
        typeof value === 'string' ? stored === value : JSON.stringify(JSON.parse(stored)) === JSON.stringify(value),
      // lite also accepts "1500.0" as an integer, which PostgREST refuses.
      number: async () =>
        Number(stored) === Number(value) || (await inDatabase(database, table, name, value)) === stored,
      other: async () => (await inDatabase(database, table, name, value)) === stored,
    }[column.kind];
    if (!(await isSame()))
      throw new Error(`${name} was sent as ${JSON.stringify(value)} and stored as ${JSON.stringify(stored)}`);
  }
}

/** Bodies that are not an object of columns. */
export const fuzzShapes = (target: Target, payloads: number, seed: number): Promise<FuzzResult> =>
  fuzz(
    'database: bodies of any shape',
    fc.tuple(
      fc.constantFrom(...Object.keys(TABLES)),
      fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '',
          '{',
          '[',
          'null',
          '[{}]',
          '[{},{}]',
          '[1]',
          '"a"',
          '{"name":}',
          '{"name":"a"',
          '\u0000',
          '['.repeat(10_000),
        ),
      ),
    ),
    payloads,
    seed,
    async ([table, body], count) => {
      const { status, text } = await send(target, table, body, '10.255.255.1');
      // An empty list is accepted, but stores nothing.
      if (status === 201 && body.trim() === '[]') return count('nothing to store');
      if (status < 400 || status >= 500) throw new Error(`answered ${status}: ${text}`);
      count('refused');
    },
  );
