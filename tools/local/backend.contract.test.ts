import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer as createHttpServer, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import getPort from 'get-port';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BackendAddresses } from './backend.ts';
import { localKeys } from './folder.ts';
import { holdPort } from './ports.ts';
import { openCluster, type DatabaseOptions } from './postgres/cluster.ts';
import { postgresHome } from './postgres/home.ts';
import {
  contactNotificationOf,
  freePorts,
  startBackend,
  stackFolder,
  startStack,
  type Backend,
  submission,
  temporaryFolder,
  type Stack,
} from '../../tests/setup/stack.ts';
import { command } from '../../tests/setup/command.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** For tests that stop or damage it. */
async function stackForTest(): Promise<Stack> {
  const stack = await startStack();
  undo.push(() => stack.stop());
  return stack;
}

/** For tests that do neither. */
let shared: Stack;
beforeAll(async () => {
  shared = await startStack();
});
afterAll(() => shared.stop());

const count = async (options: DatabaseOptions) => {
  const database = postgres({ ...options, max: 1 });
  const [row] = await database<{ count: number }[]>`select count(*)::int as count from public.contact_submissions`;
  await database.end();
  return row?.count;
};

const insert = (stack: Stack, row = submission()) => stack.visitor().from('contact_submissions').insert(row);

/** Runs a script of tools/local to its end. */
async function run(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [`tools/local/${script}.ts`], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** The id of PostgreSQL's own process. */
const postmaster = (backend: Backend) =>
  Number(readFileSync(join(backend.data, 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('the data', () => {
  it('survives a stop and a start', { tags: ['exhaustive'] }, async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const env = { LOCAL_DIR: folder, ...(await freePorts()) };
    const first = await startBackend(env);
    const response = await fetch(`${first.apiUrl}/rest/v1/contact_submissions`, {
      method: 'POST',
      headers: { apikey: first.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(submission()),
    });
    expect(response.status).toBe(201);
    await first.stop();

    const second = await startBackend(env);
    undo.push(() => second.stop());
    expect(await count(second.database)).toBe(1);
    expect(second.publishableKey).toBe(first.publishableKey);
  });

  it(
    'is not touched by a second start on the same folder, which fails with a message',
    { tags: ['exhaustive'] },
    async () => {
      await insert(shared);
      const before = (await count(shared.backend.database)) ?? 0;
      const second = await run('../backend/cli', { LOCAL_DIR: shared.folder, ...(await freePorts()) });
      expect(second.code).toBe(1);
      expect(second.output).toContain('is in use by another running copy of this site');
      expect(second.output).not.toMatch(/\n\s+at /);
      expect((await insert(shared)).status).toBe(201);
      expect(await count(shared.backend.database)).toBe(before + 1);
    },
  );

  it('is created once when two starts on a new folder race', { tags: ['exhaustive'] }, async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const starts = await Promise.allSettled([
      startBackend({ LOCAL_DIR: folder, ...(await freePorts()) }),
      startBackend({ LOCAL_DIR: folder, ...(await freePorts()) }),
    ]);
    const running = starts.filter((start) => start.status === 'fulfilled').map(({ value }) => value);
    undo.push(() => Promise.all(running.map((backend) => backend.stop())));
    expect(running).toHaveLength(1);
    expect(await count((running as [Backend])[0].database)).toBe(0);
  });
});

describe('kill -9', { tags: ['exhaustive'] }, () => {
  async function killInTheMiddle(victim: (backend: Backend) => number): Promise<void> {
    const stack = await stackForTest();
    const acknowledged: string[] = [];
    const before = stack.backend.pid();
    let killed = false;
    const senders = Array.from({ length: 8 }, async () => {
      for (let time = 0; time < 20; time++) {
        const row = submission();
        const { status } = await insert(stack, row);
        if (status === 201) acknowledged.push(String(row['id']));
        if (killed || acknowledged.length < 40) continue;
        killed = true;
        process.kill(victim(stack.backend), 'SIGKILL');
      }
    });
    await Promise.all(senders);
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    await vi.waitFor(async () => expect((await insert(stack)).status).toBe(201), { timeout: 30_000, interval: 100 });
    expect(stack.backend.pid()).not.toBe(before);
    const stored = await stack.database`select id from public.contact_submissions`;
    const ids = new Set(stored.map(({ id }) => String(id)));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  }

  it('of PostgreSQL loses no acknowledged request, and the backend restarts by itself', () =>
    killInTheMiddle(postmaster));

  it('of the backend loses none either', () => killInTheMiddle((backend) => backend.pid()));
});

describe('a restart', () => {
  /** Inserts a row over a connection of its own: one that an earlier request left open ends with the backend. */
  const send = async ({ backend }: Stack) => {
    const response = await fetch(`${backend.apiUrl}/rest/v1/contact_submissions`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(submission()),
    });
    return response.status;
  };
  const canBeTaken = async (port: string, host: string) => {
    const server = createServer();
    return new Promise<boolean>((done) => {
      server.once('error', () => done(false)).listen(Number(port), host, () => server.close(() => done(true)));
    });
  };

  it(
    'refuses no request, even right after another restart, and leaves its ports to no other program',
    { tags: ['exhaustive'] },
    async () => {
      const stack = await stackForTest();
      const before = stack.backend.pid();
      stack.backend.restart();
      const sent = [send(stack), send(stack)];
      const ports = [stack.backend.apiUrl, stack.backend.mailboxUrl].map((url) => new URL(url).port);
      while (stack.backend.pid() === before)
        for (const port of ports)
          for (const host of ['127.0.0.1', '::1']) {
            expect(await canBeTaken(port, host)).toBe(false);
            await setImmediate();
          }
      // The new one listens for signals by now, and finishes its start before it stops.
      await vi.waitFor(() => expect(existsSync(join(stack.backend.data, 'postmaster.pid'))).toBe(true), {
        timeout: 20_000,
        interval: 1,
      });
      stack.backend.restart();
      sent.push(send(stack), send(stack));
      expect(await Promise.all(sent)).toEqual([201, 201, 201, 201]);
      expect(await count(stack.backend.database)).toBe(4);
    },
  );

  it(
    'that cannot succeed is given up after a few tries, and a later one works again',
    { tags: ['exhaustive'] },
    async () => {
      const stack = await stackForTest();
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      undo.push(() => said.mockRestore());
      const lines = () => said.mock.calls.map(([line]) => String(line));

      const keys = join(stack.folder, 'keys.json');
      const good = readFileSync(keys, 'utf8');
      writeFileSync(keys, 'no JSON');
      stack.backend.restart();
      await vi.waitFor(() => expect(lines().join()).toContain('has stopped too often'), {
        timeout: 30_000,
        interval: 50,
      });
      expect(lines().filter((line) => line.includes('restarting it'))).toHaveLength(5);

      writeFileSync(keys, good);
      stack.backend.restart();
      await vi.waitFor(async () => expect((await insert(stack)).status).toBe(201), { timeout: 30_000, interval: 100 });
    },
  );
});

describe('a stop', { tags: ['exhaustive'] }, () => {
  it('finishes the notification that is under way, whose mails are in the mailbox then', async () => {
    const stack = await stackForTest();
    const row = submission();
    expect((await insert(stack, row)).status).toBe(201);
    let stopped = Promise.resolve();
    await stack.database.begin(async (other) => {
      await other`select from public.contact_submissions where id = ${String(row['id'])} for update`;
      const notified = fetch(`${stack.backend.apiUrl}/functions/v1/contact-notification`, {
        method: 'POST',
        headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(contactNotificationOf(row)),
      });
      await vi.waitFor(async () => {
        const waits = await stack.database`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%claim_team_notification%'`;
        expect(waits).toHaveLength(1);
      });
      stopped = stack.backend.stop();
      // Its visitor is not told that it succeeded.
      await expect(notified).rejects.toThrow();
    });
    await stopped;
    expect(readdirSync(join(stack.folder, 'mail'))).toHaveLength(2);
    const again = await startBackend(stack.env);
    undo.push(() => again.stop());
    const database = postgres({ ...again.database, max: 1 });
    undo.push(() => database.end());
    const [stored] = await database`select notified_at from public.contact_submissions`;
    expect(stored?.['notified_at']).not.toBeNull();
  });
});

describe('the secret key', { tags: ['exhaustive'] }, () => {
  it('never leaves the process for the API: a port that nobody answers keeps no function from working', async () => {
    const folder = stackFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const supervisor = fork('tools/soak/machine-process.ts', {
      env: { ...process.env, LOCAL_DIR: folder, ...(await freePorts()) },
      silent: true,
    });
    undo.push(async () => {
      const gone = once(supervisor, 'exit');
      supervisor.kill('SIGCONT');
      supervisor.kill('SIGTERM');
      await gone;
    });
    const [{ apiUrl }] = (await once(supervisor, 'message')) as [BackendAddresses];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    undo.push(() => agent.destroy());
    const ask = (path: string) =>
      new Promise<number | undefined>((answered, failed) => {
        const headers = { apikey: localKeys(folder).secret, 'content-type': 'application/json' };
        request(apiUrl + path, { agent, method: 'POST', headers }, (response) =>
          response.resume().once('end', () => answered(response.statusCode)),
        )
          .once('error', failed)
          .end('{}');
      });
    expect(await ask('/')).toBe(404);
    // The connection belongs to the backend by now. A new one would wait for its supervisor.
    supervisor.kill('SIGSTOP');
    expect(await ask('/functions/v1/request-sweep')).toBe(200);
  });

  it.each([['retry'], ['erase', 'ada@example.com'], ['announce', 'New Research']])(
    'is not sent to a program that took the port of a killed backend: npm run backend -- %s %s',
    async (...words) => {
      const folder = temporaryFolder();
      undo.push(() => rmSync(folder, { recursive: true, force: true }));
      const { secret } = localKeys(folder);
      const sent: string[] = [];
      const impostor = createHttpServer((received, response) => {
        sent.push(`${received.url} ${JSON.stringify(received.headers)}`);
        response.end('{}');
      });
      undo.push(() => impostor.close());
      await once(impostor.listen(0, '127.0.0.1'), 'listening');
      const apiUrl = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
      // A process of ours has the number of the one that was killed.
      writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, apiUrl }));
      expect(await command(words, folder)).toEqual({
        code: 1,
        output: expect.stringContaining('No backend is running on this machine') as string,
      });
      expect(sent).toHaveLength(1);
      expect(sent.join()).not.toContain(secret);
    },
  );
});

describe('PostgreSQL', () => {
  it(
    'starts after a power cut, even if another program has its process id by now',
    { tags: ['exhaustive'] },
    async () => {
      const folder = stackFolder();
      undo.push(() => rmSync(folder, { recursive: true, force: true }));
      const { id, postgresPassword } = localKeys(folder);
      const home = postgresHome(folder, id);
      const other = spawn('sleep', ['60'], { ...home.owner });
      undo.push(() => other.kill());
      const started = Math.floor(Date.now() / 1000 - uptime()) - 60;
      writeFileSync(join(home.data, 'postmaster.pid'), `${other.pid}\n${home.data}\n${started}\n5432\n.\n\n`);
      const cluster = await openCluster(home, postgresPassword, () => undefined);
      undo.push(() => cluster.stop());
      expect(await count(cluster.options)).toBe(0);
      expect(other.exitCode).toBeNull();
    },
  );

  it('says what to do if the path of its data is too long for a socket', { tags: ['exhaustive'] }, async () => {
    const folder = join(temporaryFolder(), 'a'.repeat(80));
    undo.push(() => rmSync(dirname(folder), { recursive: true, force: true }));
    const { code, output } = await run('start', { LOCAL_DIR: folder });
    expect(code).toBe(1);
    expect(output).toMatch(/is too long for PostgreSQL\.\n.*LOCAL_DIR=/);
  });
});

describe('the home of PostgreSQL', () => {
  it('is in the local folder for an ordinary user, and exists before it is needed', () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const home = postgresHome(folder, 'id', false);
    expect(home).toMatchObject({ data: join(folder, 'postgres/data'), owner: undefined });
    expect(existsSync(dirname(home.data))).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)(
    'is elsewhere for root when the system user cannot reach the folder',
    { tags: ['exhaustive'] },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'site-private-'));
      chmodSync(folder, 0o700);
      const backend = await startBackend({ LOCAL_DIR: folder, ...(await freePorts()) });
      undo.push(async () => {
        await backend.stop();
        rmSync(folder, { recursive: true, force: true });
        rmSync(dirname(backend.data), { recursive: true, force: true });
      });
      expect(backend.data).toMatch(/^\/var\/lib\/site-local\//);
      expect(await count(backend.database)).toBe(0);
    },
  );
});

describe('ports', () => {
  it('that are taken are reported, with what to do', { tags: ['exhaustive'] }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    undo.push(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const { code, output } = await run('start', { PORT: String(port), LOCAL_DIR: folder });
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} (PORT) is taken by another program.`);
    expect(output).toContain(`PORT=${port + 1} npm start`);
  });

  it('that are taken are skipped if none is set', async () => {
    const preferred = await getPort();
    const first = await holdPort('PORT', preferred, {});
    undo.push(() => first.close());
    expect(first.port).toBe(preferred);
    const next = await holdPort('PORT', preferred, {});
    undo.push(() => next.close());
    expect(next.port).toBeGreaterThan(preferred);
  });

  it('count as taken when another program listens only on the other "localhost"', async ({ skip }) => {
    const port = await getPort();
    const other = createServer();
    const listening = await new Promise<boolean>((done) => {
      other.once('error', () => done(false)).listen(port, '::1', () => done(true));
    });
    if (!listening) skip('this machine has no IPv6');
    undo.push(() => other.close());
    const next = await holdPort('PORT', port, {});
    undo.push(() => next.close());
    expect(next.port).toBeGreaterThan(port);
    await expect(holdPort('PORT', 4321, { PORT: String(port) })).rejects.toThrow(/is taken/);
  });

  it.each(['0', '70000', 'http'])('cannot be %j', async (port) => {
    await expect(holdPort('PORT', 4321, { PORT: port })).rejects.toThrow(/is not a port/);
  });
});

describe('the mailbox', () => {
  it('refuses writes on every page', async () => {
    const { backend } = shared;
    for (const end of ['', '.json']) {
      expect((await fetch(backend.mailboxUrl + end)).status).toBe(200);
      for (const method of ['POST', 'PUT', 'DELETE'])
        expect((await fetch(backend.mailboxUrl + end, { method })).status, method).toBe(405);
    }
  });

  it('finds no file by a made-up id', async () => {
    const { backend } = shared;
    for (const id of ['../keys', '..%2Fkeys', '1795245062851-0c63a475-c5d0-4dec-ad2d-6c4beaed17d0', '0'])
      expect((await fetch(`${backend.mailboxUrl}/${id}.eml`)).status).toBe(404);
  });
});

describe('the API', () => {
  it('sets the headers of a request for table inserts too (a private member of @supabase/lite)', async () => {
    await shared.database`delete from private.request_log`;
    await shared.visitor('198.51.100.7').from('contact_submissions').insert(submission());
    await shared.visitor('198.51.100.7').from('contact_submissions').insert(submission());
    await shared.visitor('198.51.100.8').from('contact_submissions').insert(submission());
    const rows =
      await shared.database`select count(*)::int as count from private.request_log group by network_hash order by 1`;
    expect(rows.map(({ count: times }) => times as number)).toEqual([1, 2]);
  });

  it('shows neither studio nor information without a key', async () => {
    const { backend } = shared;
    for (const path of ['/', '/_system/info', '/studio', '/rest', '/functions/v1/nothing'])
      expect((await fetch(backend.apiUrl + path)).status).toBe(404);
  });

  it('prints nothing when it refuses a request, least of all visitors’ input', { tags: ['exhaustive'] }, async () => {
    const folder = stackFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const ports = await freePorts();
    const child = spawn(process.execPath, ['tools/backend/cli.ts'], {
      env: { ...process.env, LOCAL_DIR: folder, ...ports },
    });
    undo.push(async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitFor(() => expect(output).toContain('ready'), { timeout: 30_000 });
    const untilReady = output;
    const { publishable } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { publishable: string };
    for (const changes of [
      { email: 'secret-address' },
      { name: '' },
      { website: 'secret-site' },
      { message: 'secret'.repeat(1000) },
    ]) {
      const response = await fetch(`http://127.0.0.1:${ports.API_PORT}/rest/v1/contact_submissions`, {
        method: 'POST',
        headers: { apikey: publishable, 'content-type': 'application/json' },
        body: JSON.stringify(submission(changes)),
      });
      expect(response.status).toBe(400);
    }
    expect(output).toBe(untilReady);
  });
});
