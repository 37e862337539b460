import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../functions/_shared/mail.ts';
import type { Parts } from '../../functions/_shared/parts.ts';
import { makeSend } from '../../functions/_shared/mail.ts';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { TEAM_TABLES, type TeamTable } from '../../src/backend/request.ts';
import { passTime } from '../setup/clock.ts';
import { command } from '../setup/command.ts';
import { functionParts } from '../setup/function-parts.ts';
import { lookAt } from '../setup/log-check.ts';
import { openMailServer, type MailServer } from '../setup/mail-server.ts';
import { application, booking, mails, startStack, submission, type Stack } from '../setup/stack.ts';

// The backend also sweeps once a minute. It does not disturb these tests: their rows are younger than a claim lasts, or
// they count the mails in its mailbox.
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  for (const table of TEAM_TABLES) await stack.database`delete from ${stack.database(`public.${table}`)}`;
});

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

type Row = Record<string, unknown>;
interface Sent {
  table: TeamTable;
  id: string;
  row: Row;
}

async function store(table: TeamTable, row: Row): Promise<Sent> {
  if (table === 'voice_calls') await stack.database`insert into public.voice_calls ${stack.database(row)}`;
  else expect((await stack.visitor().from(table).insert(row)).error).toBeNull();
  return { table, id: String(row['id']), row };
}

/** One request of every kind that the team is notified of. */
const storeOneOfEach = () =>
  Promise.all([
    store('contact_submissions', submission()),
    store('internship_applications', application()),
    store('demo_bookings', booking()),
    store('voice_calls', { id: randomUUID(), name: 'Ada Example', duration_s: 60, transcript: 'Hello' }),
  ]);

interface Delivery {
  tries: number;
  wait: number | null;
  failure: string;
  dead: boolean;
  notified: boolean;
}

/** The delivery state of a request. The wait until the next attempt is in seconds. */
async function delivery({ table, id }: Sent): Promise<Delivery> {
  const [row] = await stack.database<Delivery[]>`
    select tries, extract(epoch from next_try_at - tried_at)::int as wait, failure, dead_at is not null as dead,
      notified_at is not null as notified
    from ${stack.database(`public.${table}`)} where id = ${id}`;
  if (!row) throw new Error(`${table} ${id} is not stored`);
  return row;
}

const logged: string[] = [];
/** The functions, with a mail provider of the test's choice. */
function partsWith(send: (mail: Mail) => Promise<void>): Parts {
  return functionParts(stack, { send, log: (line) => logged.push(line) });
}
const refuse = () => Promise.reject(new Error('550 <ada@example.com> is not liked'));
const teamMails = (server: MailServer, { id }: Sent) =>
  server.accepted.filter(({ messageId }) => messageId?.includes(`${id}.team@`)).length;

describe('a mail server that is down for twenty minutes', () => {
  it('loses no request: each is retried at growing intervals, and mailed once when the server is up again', async () => {
    const server = await openMailServer();
    undo.push(() => server.stop());
    const parts = partsWith(makeSend({ from: 'Site <site@example.com>', smtpUrl: server.url }));
    await server.stop();
    const sent = await storeOneOfEach();
    // Two at a time.
    for (let minute = 2; minute <= 20; minute += 2) {
      await passTime(stack.database, '2 minutes');
      await sweep(parts);
    }
    for (const request of sent) {
      const { tries, failure, notified, dead } = await delivery(request);
      expect({ notified, dead }).toEqual({ notified: false, dead: false });
      // After 4 (until 3 it is left to the browser), 6, 8, 12 and 20 minutes.
      expect(tries).toBe(5);
      expect(failure).toContain('ECONNREFUSED');
    }

    await server.start();
    await passTime(stack.database, '20 minutes');
    expect(await sweep(parts)).toMatchObject({ notified: sent.length, failed: 0 });
    for (const request of sent)
      expect([teamMails(server, request), (await delivery(request)).notified]).toEqual([1, true]);
    await passTime(stack.database, '3 hours');
    expect(await sweep(parts)).toMatchObject({ notified: 0, failed: 0 });
  });

  it('leaves no backlog: one sweep mails as many as it has time for', { tags: ['exhaustive'] }, async () => {
    await stack.database`
      insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms, created_at)
      select gen_random_uuid(), 'Ada', 'backlog.' || n || '@example.com', 'Demo', 'Hello', 'test', 5000, now() - interval '1 hour'
      from generate_series(1, 120) n`;
    expect(await sweep(partsWith(() => Promise.resolve()))).toMatchObject({ notified: 120, failed: 0 });
  });
});

describe('a function that is killed', () => {
  /** A proxy for the API that kills the calling process at one call. */
  async function apiThatKillsAt(path: string, kill: () => void): Promise<string> {
    const proxy = createServer((request, response) => {
      if (request.url?.includes(path)) {
        kill();
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
        void fetch(stack.backend.apiUrl + (request.url ?? ''), {
          method: request.method ?? 'GET',
          headers,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        }).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
          response.end(Buffer.from(await answer.arrayBuffer()));
        });
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    undo.push(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }

  for (const [when, point, mailsInAll] of [
    ['before it has sent anything', 'connected', 1],
    ['in the middle of the mail', 'receiving', 1],
    // The one case with two mails: the server accepted the first, and the process died before recording it.
    ['after the mail and before it was recorded', 'finish_team_notification', 2],
  ] as const)
    it(
      `${when}: the next sweep notifies the team, which has ${mailsInAll === 1 ? 'one mail' : 'the same mail twice'} in the end`,
      { tags: mailsInAll === 1 ? ['exhaustive'] : [] },
      async () => {
        let kill = (): unknown => undefined;
        const server = await openMailServer({ [point]: () => kill() });
        undo.push(() => server.stop());
        const request = await store('contact_submissions', submission());
        const child = spawn(process.execPath, ['tests/setup/notify-process.ts', request.table, request.id], {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {
            ...process.env,
            SUPABASE_URL: await apiThatKillsAt(`/${point}`, () => kill()),
            SUPABASE_SECRET_KEY: stack.secretKey,
            TEAM_EMAIL: 'team@example.com',
            MAIL_FROM: 'Site <site@example.com>',
            SMTP_URL: server.url,
          },
        });
        for (const stream of [child.stdout, child.stderr]) lookAt(stream);
        kill = () => {
          child.kill('SIGKILL');
          kill = () => undefined;
          // The server goes no further in this mail, however much of it has already arrived.
          return new Promise(() => undefined);
        };
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
        expect(await delivery(request)).toMatchObject({ tries: 1, notified: false });

        const parts = partsWith(makeSend({ from: 'Site <site@example.com>', smtpUrl: server.url }));
        // Its claim holds for two minutes. Until then, nobody else takes the request.
        expect(await sweep(parts)).toMatchObject({ notified: 0, failed: 0 });
        await passTime(stack.database, '3 minutes');
        expect(await sweep(parts)).toMatchObject({ notified: 1, failed: 0 });
        expect(teamMails(server, request)).toBe(mailsInAll);
        expect((await delivery(request)).notified).toBe(true);
      },
    );
});

describe('a request that cannot be mailed', () => {
  it('is retried after 1, 2, 4 … minutes, then every two hours', async () => {
    const request = await store('demo_bookings', booking());
    const waits: (number | null)[] = [];
    const parts = partsWith(refuse);
    await passTime(stack.database, '3 minutes');
    for (let time = 0; time < 10; time++) {
      expect(await sweep(parts)).toMatchObject({ failed: 1 });
      // Not before its time.
      if (time === 0) expect(await sweep(parts)).toMatchObject({ failed: 0 });
      const { wait } = await delivery(request);
      waits.push(wait);
      await passTime(stack.database, `${wait} seconds`);
    }
    expect(waits.map((wait) => (wait ?? 0) / 60)).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120, 120]);
  });

  it(
    'becomes a dead letter after about three days; the team is notified without its text, and a retry mails it',
    { tags: ['exhaustive'] },
    async () => {
      const request = await store('contact_submissions', submission({ name: 'Poison Name', message: 'Poison words' }));
      const other = await store('demo_bookings', booking());
      await stack.database`update public.demo_bookings set created_at = created_at + interval '1 second' where id = ${other.id}`;
      const got: Mail[] = [];
      const parts = partsWith((mail) => {
        if (mail.text.includes('Poison')) return refuse();
        got.push(mail);
        return Promise.resolve();
      });
      let hours = 0;
      for (; hours < 24 * 7 && !(await delivery(request)).dead; hours += 2) {
        await passTime(stack.database, '2 hours');
        await sweep(parts);
      }
      expect(hours / 24).toBeGreaterThan(2.5);
      expect(hours / 24).toBeLessThan(4);
      expect(await delivery(request)).toMatchObject({
        tries: 40,
        notified: false,
        failure: '550 <(address)> is not liked',
      });
      expect(await delivery(other)).toMatchObject({ notified: true, dead: false });

      // One mail reports it, once, although nothing that the visitor wrote can be mailed.
      const told = got.filter(({ id }) => id.endsWith('.dead-letters'));
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain(`contact_submissions ${request.id}`);
      expect(told[0]?.text).toContain('tried 40 times: 550 <(address)> is not liked');
      for (const part of [told[0]?.text, told[0]?.html, told[0]?.subject])
        expect(part).not.toMatch(new RegExp(`Poison|${String(request.row['email'])}`));
      await passTime(stack.database, '3 days');
      expect(await sweep(parts)).toMatchObject({ notified: 0, failed: 0, dead: 0 });
      expect((await delivery(request)).tries).toBe(40);

      expect(await parts.requests.retryDeadLetters()).toBe(1);
      expect(await sweep(partsWith(() => Promise.resolve()))).toMatchObject({ notified: 1 });
      expect(await delivery(request)).toMatchObject({ notified: true, dead: false });
      expect(await parts.requests.retryDeadLetters()).toBe(0);
    },
  );

  it('because it kills the function each time becomes a dead letter too', async () => {
    const request = await store('contact_submissions', submission());
    const parts = partsWith(() => Promise.resolve());
    await stack.database`update private.settings set most_tries = 3`;
    undo.push(() => stack.database`update private.settings set most_tries = 40`);
    for (let time = 0; time < 3; time++) {
      // Nothing releases this claim.
      expect(await parts.requests.claim(request.table, request.id)).toMatchObject({ state: 'yours' });
      await passTime(stack.database, '5 minutes');
    }
    expect(await sweep(parts)).toMatchObject({ notified: 0, dead: 1 });
    expect(await delivery(request)).toMatchObject({ tries: 3, dead: true, notified: false });
  });

  it('is reported later when the mail that reports it cannot be sent either', async () => {
    const request = await store('contact_submissions', submission());
    await stack.database`update public.contact_submissions set dead_at = now(), tries = 40 where id = ${request.id}`;
    logged.length = 0;
    expect(await sweep(partsWith(refuse))).toMatchObject({ dead: 0 });
    expect(logged).toEqual([expect.stringMatching(/^dead letters: not mailed: .*550/)]);
    expect(await sweep(partsWith(() => Promise.resolve()))).toMatchObject({ dead: 1 });
    expect(await sweep(partsWith(() => Promise.resolve()))).toMatchObject({ dead: 0 });
  });
});

describe('on a hosted project', () => {
  const schedule = (key: string) =>
    stack.database`select private.schedule_sweep(${stack.backend.apiUrl}, ${key}) as said`;

  it('the sweep is not scheduled without the extensions that it needs', async () => {
    await expect(schedule(stack.secretKey)).rejects.toThrow('needs the extensions pg_cron, pg_net and supabase_vault');
  });

  it('the database calls the sweep every minute, with a key that is kept in Vault', async () => {
    // The parts of the three extensions that are used here.
    await stack.database.unsafe(`
      create schema cron; create schema net; create schema vault;
      create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
      create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
      create function vault.create_secret(secret text, name text) returns uuid language sql
        as 'insert into vault.secrets (secret, name) values ($1, $2) returning id';
      create function vault.update_secret(id uuid, secret text) returns void language sql
        as 'update vault.secrets s set secret = $2 where s.id = $1';
      create table cron.job (jobname text primary key, schedule text, command text);
      create function cron.schedule(job text, schedule text, command text) returns bigint language sql
        as 'insert into cron.job values ($1, $2, $3) on conflict (jobname) do update set command = $3; select 1::bigint';
      create function net.http_post(url text, body jsonb, headers jsonb, timeout_milliseconds int) returns jsonb language sql
        as 'select to_jsonb(a) from (select $1 as url, $2 as body, $3 as headers) a';`);
    undo.push(() => stack.database.unsafe('drop schema cron, net, vault cascade').then(() => undefined));
    await schedule('sb_secret_older');
    await schedule(stack.secretKey);

    const jobs = await stack.database<{ schedule: string; command: string }[]>`select * from cron.job`;
    expect(jobs).toMatchObject([{ schedule: '* * * * *' }]);
    expect(jobs[0]?.command).not.toContain(stack.secretKey);
    const [call] = await stack.database.unsafe<
      { http_post: { url: string; headers: Record<string, string>; body: unknown } }[]
    >(jobs[0]?.command ?? '');
    if (!call) throw new Error('the job calls nothing');
    const { url, headers, body } = call.http_post;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([answer.status, await answer.json()]).toMatchObject([200, { failed: 0 }]);
  });
});

it('dead letters are retried by one command, which says how many', { tags: ['exhaustive'] }, async () => {
  const request = await store('contact_submissions', submission());
  await stack.database`update public.contact_submissions set dead_at = now(), tries = 40 where id = ${request.id}`;
  await passTime(stack.database, '3 minutes');
  expect(await command(['retry'], stack.folder)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 dead letter is being retried') as string,
  });
  expect(await delivery(request)).toMatchObject({ notified: true });
  expect(await command(['retry'], stack.folder)).toMatchObject({
    code: 0,
    output: expect.stringContaining('There are no dead letters.') as string,
  });
});

// Waits for the next sweep of the backend, up to a minute.
it('the local backend mails what is due by itself', { tags: ['exhaustive'], timeout: 100_000 }, async () => {
  const request = await store('contact_submissions', submission());
  await passTime(stack.database, '3 minutes');
  await expect
    .poll(
      async () =>
        (await mails(stack.backend.mailboxUrl)).some(({ messageId }) => messageId.includes(`${request.id}.team@`)),
      {
        timeout: 90_000,
      },
    )
    .toBe(true);
});
