import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import getPort from 'get-port';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { UNCONNECTED } from './build-site.ts';
import { localKeys } from './folder.ts';
import { listen } from './ports.ts';
import { TEST_SITE_KEYS } from './turnstile/test-keys.ts';
import { ready, startLocally } from '../../tests/setup/local-start.ts';
import { astro, copyProject, startNode, type Running } from '../../tests/setup/project-copy.ts';
import { freePorts, mails, submission, temporaryFolder } from '../../tests/setup/stack.ts';

const HOSTED_BACKEND = {
  PUBLIC_SUPABASE_URL: 'https://project.supabase.example',
  PUBLIC_SUPABASE_KEY: 'sb_publishable_hosted',
};

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Running> {
  const running = startLocally(env, ...args);
  undo.push(() => {
    if (running.child.exitCode === null) running.child.kill('SIGKILL');
  });
  await ready(running);
  return running;
}

/**
 * Calls the rehearsal as a page's call machine does. Resolves when the call is live.
 *
 * @returns a function that breaks the connection, as closing the tab does
 */
async function rehearseCall(voicePort: string, caller: string): Promise<() => void> {
  const created = await fetch(`http://127.0.0.1:${voicePort}/live/call/web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assistantId: 'rehearsal', assistantOverrides: { metadata: { leadName: caller } } }),
  });
  const { webCallUrl } = (await created.json()) as { webCallUrl: string };
  const tab = new AbortController();
  expect((await fetch(`${webCallUrl}/signals`, { signal: tab.signal })).status).toBe(200);
  await fetch(`${webCallUrl}/live`, { method: 'POST' });
  await fetch(`${webCallUrl}/turns`, { method: 'POST', body: JSON.stringify({ text: 'who does the work?' }) });
  return () => tab.abort();
}

const listens = (port: string | number) =>
  new Promise<boolean>((done) => {
    const socket = createConnection({ port: Number(port), host: '127.0.0.1' }, () => {
      socket.destroy();
      done(true);
    }).once('error', () => done(false));
  });

/** When `npm run build` last wrote dist/, or 0: `npm start` must not touch it. */
const dist = () => (existsSync(join(projectFolder, 'dist')) ? statSync(join(projectFolder, 'dist')).mtimeMs : 0);

async function startAndStop(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const folder = temporaryFolder();
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const ports = await freePorts();
  const port = String(await getPort());
  const before = dist();
  const running = await start({ LOCAL_DIR: folder, PORT: port, ...ports });

  expect(running.output()).toContain(`Site     http://localhost:${port}`);
  expect(running.output()).toContain(`Desk     http://localhost:${port}/desk`);
  expect(running.output()).toMatch(
    / password {2}\w{4}-\w{4}[^]*must be changed at the first sign-in[^]*a stand-in for Supabase's/,
  );
  expect(running.output()).toContain(`Mailbox  http://localhost:${ports.MAILBOX_PORT}/mailbox`);
  const home = await (await fetch(`http://localhost:${port}`)).text();
  expect(home).toContain(`http://127.0.0.1:${ports.API_PORT}`);
  expect(running.output()).toContain('Calls    are rehearsed on this machine');
  expect(home).toContain(`http://127.0.0.1:${ports.VOICE_PORT}`);
  expect((await fetch(`http://127.0.0.1:${ports.VOICE_PORT}/live/call-machine.js`)).status).toBe(200);
  const rooms = `http://127.0.0.1:${ports.MEETING_PORT}`;
  expect(await (await fetch(`http://localhost:${port}/meet`)).text()).toContain(rooms);
  expect((await fetch(`${rooms}/call-machine.js`)).status).toBe(200);
  // With the key that the backend has.
  const authorization = `Bearer ${localKeys(folder).daily}`;
  expect((await fetch(`${rooms}/v1/rooms/none`, { headers: { authorization } })).status).toBe(404);
  const codeHost = `http://127.0.0.1:${ports.CODE_HOST_PORT}`;
  expect(running.output()).toContain(`Edit     http://localhost:${port}/edit`);
  const [, token = ''] = /Sign in with the token (\S+)/.exec(running.output()) ?? [];
  expect((await fetch(`${codeHost}/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect(await (await fetch(`http://localhost:${port}/edit`)).text()).toContain(codeHost);
  expect((await fetch(`http://localhost:${port}/nowhere`)).status).toBe(404);
  expect(await mails(`http://localhost:${ports.MAILBOX_PORT}/mailbox`)).toEqual([]);
  expect(existsSync(join(folder, 'site/index.html'))).toBe(true);
  expect(dist()).toBe(before);

  const closeTab = await rehearseCall(ports.VOICE_PORT, 'Ada Closes');
  closeTab();
  await vi.waitFor(
    async () => {
      const [mail] = await mails(`http://localhost:${ports.MAILBOX_PORT}/mailbox`);
      expect(mail?.text).toContain('Ada Closes');
      expect(mail?.text).toContain('User: who does the work?');
    },
    { timeout: 20_000, interval: 50 },
  );

  // A call that is active at the stop is reported too.
  await rehearseCall(ports.VOICE_PORT, 'Ada Talks');
  running.child.kill(signal);
  expect(await running.ended).toBe(0);
  const stored = readdirSync(join(folder, 'mail')).map((file) => readFileSync(join(folder, 'mail', file), 'utf8'));
  expect(stored.filter((mail) => mail.includes('Ada Talks'))).toHaveLength(1);
  for (const closed of [port, ...Object.values(ports)]) expect(await listens(closed), closed).toBe(false);
}

// The browser tests use a site of `npm start`, in the gate too.
describe('npm start', { tags: ['exhaustive'] }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('serves site and mailbox, and %s stops everything', startAndStop);

  it.each([
    ['before anything runs', /Starting PostgreSQL/],
    ['while it builds', /Building the site/],
  ])('stopped %s, it leaves nothing behind', async (_when, sign) => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const ports = await freePorts();
    const running = startLocally({ LOCAL_DIR: folder, PORT: String(await getPort()), ...ports });
    await vi.waitFor(() => expect(running.output()).toMatch(sign), { timeout: 20_000, interval: 10 });
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    for (const port of Object.values(ports)) expect(await listens(port), port).toBe(false);
    expect(running.output()).not.toMatch(/could not be built|\n\s+at /);
  });

  it('stopped while PostgreSQL comes up, it leaves nothing behind', async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const ports = await freePorts();
    const running = startNode(['tools/backend/cli.ts'], { env: { LOCAL_DIR: folder, ...ports } });
    // Launched, but not yet locked by us.
    await vi.waitFor(() => expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(true), {
      timeout: 20_000,
      interval: 1,
    });
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it.each([
    ['npm start', []],
    ['npm run dev', ['--dev']],
  ])('a killed %s takes its services and its site with it', async (_what, args) => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const [ports, port] = [await freePorts(), await getPort()];
    // In the terminal of an AI agent, too.
    const running = await start({ CLAUDECODE: '1', LOCAL_DIR: folder, PORT: String(port), ...ports }, ...args);
    running.child.kill('SIGKILL');
    await vi.waitFor(
      async () => {
        for (const freed of [port, ...Object.values(ports)]) expect(await listens(freed), String(freed)).toBe(false);
        expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  /** Runs `npm run dev` in a copy of the project. */
  async function develop() {
    const copy = copyProject();
    undo.push(() => copy.remove());
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const [PORT, VOICE_PORT] = [String(await getPort()), String(await getPort())];
    const running = startNode(['tools/local/start.ts', '--dev'], {
      cwd: copy.folder,
      env: { ...UNCONNECTED, ...HOSTED_BACKEND, LOCAL_DIR: folder, PORT, VOICE_PORT },
    });
    undo.push(() => running.child.kill());
    await vi.waitFor(() => expect(running.output()).toMatch(/\nready\n/), { timeout: 60_000, interval: 100 });
    const home = () =>
      fetch(`http://127.0.0.1:${PORT}/`).then(async (page) => [page.status, await page.text()] as const);
    return { copy, folder, PORT, running, home };
  }

  it('npm run dev sends nobody to a port that its server has left', async () => {
    const { copy, running, home } = await develop();
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)\//.exec(running.output())?.[1]);
    const another = () => createServer((_request, response) => response.end('another site'));
    const [beside, instead] = [another(), another()];
    undo.push(() => [beside, instead].forEach((server) => server.close()));
    // Vite takes the port for taken, and chooses another one.
    await once(beside.listen(port, '127.0.0.2'), 'listening');
    writeFileSync(join(copy.folder, '.env'), 'ANYTHING=1\n');
    await vi.waitFor(() => once(instead.listen(port, '127.0.0.1'), 'listening'), { timeout: 20_000, interval: 100 });
    await vi.waitFor(
      async () => {
        const [status, html] = await home();
        expect(html).not.toContain('another site');
        expect(status).toBe(200);
      },
      { timeout: 20_000, interval: 100 },
    );
  }, 120_000);

  it('npm run dev starts its server again when it dies, and keeps its ports meanwhile', async () => {
    const { copy, PORT, running, home } = await develop();
    const { pid } = JSON.parse(readFileSync(join(copy.folder, '.astro/dev.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(running.output()).toContain('The dev server stopped unexpectedly'));
    await expect(listen(createServer(), Number(PORT))).rejects.toThrow('EADDRINUSE');
    await vi.waitFor(async () => expect((await home())[0]).toBe(200), { timeout: 40_000, interval: 200 });
  }, 120_000);

  it('npm run dev starts its server again when a schema changes, and survives a build beside it', async () => {
    const { copy, folder, PORT, running, home } = await develop();
    const [, html] = await home();
    const portOfEditor = () =>
      /http:\/\/127\.0\.0\.1:(\d+)\/_edit\/open#/.exec(readFileSync(join(folder, 'edit/open.html'), 'utf8'))?.[1] ?? '';
    const editorPort = portOfEditor();
    expect((await fetch(`http://127.0.0.1:${editorPort}/`)).status).toBe(200);
    const package_ = /"([^"]*\/deps\/[^"]*react[^"]*)"/.exec(
      await (await fetch(`http://127.0.0.1:${PORT}${/component-url="([^"]+)"/.exec(html)?.[1] ?? ''}`)).text(),
    )?.[1];
    expect(package_).toBeDefined();
    const { code } = await astro(copy, ['build']);
    expect(code).toBe(0);
    expect((await fetch(`http://127.0.0.1:${PORT}${package_ ?? ''}`)).status).toBe(200);

    copy.edit('src/schemas/home.ts', /badge: copy\(60\)/, 'note: copy(60).optional(, badge: copy(60)');
    await vi.waitFor(() => expect(running.output()).toMatch(/home.ts has changed[^]*can’t start with this change/), {
      timeout: 40_000,
      interval: 100,
    });
    // Nobody else gets its ports in the meantime: an open tab would load what answers there.
    const other = createServer((_request, response) => response.end('another site'));
    for (const port of [PORT, editorPort]) await expect(listen(other, Number(port))).rejects.toThrow('EADDRINUSE');
    copy.edit('content/home/hero.mdx', /^badge:/m, 'note: Something new\nbadge:');
    copy.edit('src/schemas/home.ts', /optional\(,/, 'optional(),');
    await vi.waitFor(async () => expect((await home())[0]).toBe(200), { timeout: 40_000, interval: 200 });
    expect(portOfEditor()).toBe(editorPort);
    expect((await fetch(`http://127.0.0.1:${editorPort}/`)).status).toBe(200);
  }, 180_000);

  it('npm run edit serves an editable site with the same services; a second one reuses it', async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const ports = await freePorts();
    const port = await getPort();
    const running = await start({ LOCAL_DIR: folder, PORT: String(port), BROWSER: 'none', ...ports }, '--edit');
    const redirect = join(folder, 'edit/open.html');
    expect(running.output()).toContain(`Edit     ${pathToFileURL(redirect).href}\n`);
    const [, editPort = ''] = /http:\/\/127\.0\.0\.1:(\d+)\/_edit\/open#/.exec(readFileSync(redirect, 'utf8')) ?? [];
    expect(editPort).not.toBe(String(port));
    // "ready" means that the site answers.
    const page = await fetch(`http://127.0.0.1:${editPort}/`, { headers: { cookie: 'site-editing=on' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('data-edit="content/home/hero.mdx#/heading"');
    const second = startLocally({ LOCAL_DIR: folder, BROWSER: 'none' }, '--edit');
    expect(await second.ended).toBe(0);
    expect(second.output()).toBe(`\n  Edit     ${pathToFileURL(redirect).href}\n`);
    const response = await fetch(`http://127.0.0.1:${ports.API_PORT}/rest/v1/contact_submissions`, {
      method: 'POST',
      body: JSON.stringify(submission()),
    });
    expect(response.status).toBe(401);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    for (const closed of [port, editPort, ...Object.values(ports)])
      expect(await listens(closed), String(closed)).toBe(false);
    expect(existsSync(redirect)).toBe(false);
  });

  it('starts no services of its own if keys of hosted ones are set', async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const port = String(await getPort());
    const VOICE_PORT = String(await getPort());
    const running = await start({
      LOCAL_DIR: folder,
      PORT: port,
      ...HOSTED_BACKEND,
      PUBLIC_VAPI_KEY: 'b7e6f0a4-7d2c-4c58-9a3e-5f1d20c6a913',
      PUBLIC_VAPI_ASSISTANT_ID: '0f8b6c1e-93d4-4b7a-8a52-6e1d4c7f2b90',
      VOICE_PORT,
    });
    expect(running.output()).toContain('Requests go to the Supabase project');
    expect(running.output()).toContain('Calls    go to the Vapi assistant');
    expect(await listens(VOICE_PORT)).toBe(false);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    expect(await (await fetch(`http://localhost:${port}`)).text()).toContain('https://project.supabase.example');
    running.child.kill('SIGTERM');
    await running.ended;
  });

  it('goes on after an error that nobody thought of, and keeps its ports when a server dies', async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const [PORT, VOICE_PORT] = [String(await getPort()), String(await getPort())];
    const pids = join(folder, 'pids');
    const inEach = `
      import { basename } from 'node:path';
      import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(pids)}, basename(process.argv[1] ?? '') + ' ' + process.pid + '\\n');
      process.on('SIGUSR2', () => { throw new Error('Nobody thought of this in ' + process.pid); });`;
    const running = await start({
      ...HOSTED_BACKEND,
      LOCAL_DIR: folder,
      PORT,
      VOICE_PORT,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(inEach)}`,
    });
    const pidsOf = (script: string) =>
      [...readFileSync(pids, 'utf8').matchAll(new RegExp(`^${script} (\\d+)$`, 'gm'))].map(([, pid]) => Number(pid));
    const machine = `http://127.0.0.1:${VOICE_PORT}/live/call-machine.js`;
    const standIns = pidsOf('stand-ins.ts')[0] ?? 0;
    for (const pid of [running.child.pid ?? 0, standIns]) {
      process.kill(pid, 'SIGUSR2');
      await vi.waitFor(() => expect(running.output()).toContain(`Nobody thought of this in ${pid}`));
    }
    expect((await fetch(`http://localhost:${PORT}`)).status).toBe(200);
    expect((await fetch(machine)).status).toBe(200);
    expect(pidsOf('stand-ins.ts')).toEqual([standIns]);

    process.kill(standIns, 'SIGKILL');
    await vi.waitFor(() => expect(running.output()).toContain('The process of the stand-ins stopped unexpectedly'));
    await expect(listen(createServer(), Number(VOICE_PORT))).rejects.toThrow('EADDRINUSE');
    expect((await fetch(machine)).status).toBe(200);
    expect(running.output()).toContain('The process of the stand-ins is back.');
    process.kill(pidsOf('site-process.ts')[0] ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(running.output()).toContain('The server of the site stopped unexpectedly'));
    await expect(listen(createServer(), Number(PORT))).rejects.toThrow('EADDRINUSE');
    expect((await fetch(`http://localhost:${PORT}`)).status).toBe(200);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });

  it('chooses backend and voice separately', async () => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const port = String(await getPort());
    const VOICE_PORT = String(await getPort());
    const running = await start({
      LOCAL_DIR: folder,
      PORT: port,
      ...HOSTED_BACKEND,
      VOICE_PORT,
    });
    expect(running.output()).toContain('Requests go to the Supabase project');
    expect(running.output()).toContain('Calls    are rehearsed on this machine');
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    expect(await listens(VOICE_PORT)).toBe(true);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(await listens(VOICE_PORT)).toBe(false);
  });

  it.each([
    ["one of Cloudflare's test keys: checks the forms on this machine", TEST_SITE_KEYS.passes, true],
    ["a real one: does not, because it only works on the site's own pages", '0x4AAAAAAAexample', false],
  ])('with a Turnstile site key, %s', async (_what, siteKey, checked) => {
    const folder = temporaryFolder();
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const [ports, port] = [await freePorts(), String(await getPort())];
    const running = await start({ LOCAL_DIR: folder, PORT: port, ...ports, PUBLIC_TURNSTILE_SITE_KEY: siteKey });
    expect(running.output()).toContain(checked ? 'Forms    are checked by' : 'Forms    are not checked here');
    const page = await (await fetch(`http://localhost:${port}`)).text();
    expect(page.includes(`frame-src http://127.0.0.1:${ports.TURNSTILE_PORT};`)).toBe(checked);
    expect(page).not.toContain('challenges.cloudflare.com');
    expect(await listens(ports.TURNSTILE_PORT)).toBe(checked);
    const inserted = await fetch(`http://127.0.0.1:${ports.API_PORT}/rest/v1/contact_submissions`, {
      method: 'POST',
      headers: { apikey: localKeys(folder).publishable, 'content-type': 'application/json' },
      body: JSON.stringify(submission()),
    });
    expect(inserted.status).toBe(checked ? 401 : 201);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(await listens(ports.TURNSTILE_PORT)).toBe(false);
  });
});
