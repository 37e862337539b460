import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localKeys } from '../../tools/local/folder.ts';
import { compressSite } from '../../tools/local/compress-site.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { rawRequest } from '../setup/raw-request.ts';
import { startStack, type Stack } from '../setup/stack.ts';

/** The content of every file that must not be read. */
const SECRET = 'nobody may read this';

/** Paths that try to lead out of a folder to a file next to it. */
const outTo = (file: string): string[] => [
  `/../${file}`,
  `/../../../../../../../../etc/passwd`,
  `/%2e%2e/${file}`,
  `/..%2f${file}`,
  `/%2e%2e%2f${file}`,
  `/%252e%252e%252f${file}`,
  `/..\\${file}`,
  `/..%5c${file}`,
  `/%c0%ae%c0%ae/${file}`,
  `/....//${file}`,
  `/./.././${file}`,
  `/..;/${file}`,
  `/..%00/${file}`,
  `/index.html/../../${file}`,
  `/index.html%00.txt`,
  `//../${file}`,
  `http://evil.example/../${file}`,
  `file:///etc/passwd`,
];
/** Paths that lead nowhere. */
const NONSENSE = [
  '*', '//', '///', '/%', '/%%', '/%ff', '/%E0%A4%A', '/%00', 'http://[', 'http://evil.example/', '//evil.example/', '/\u00ff',
  '/constructor', '/__proto__', '/hasOwnProperty', `/${'a'.repeat(9000)}`, `/${'a'.repeat(60_000)}`, `/${'a/'.repeat(4000)}`,
  '/CON', '/aux.html', '/index.html.', '/index.html::$DATA', '/~', '/?%', '/#',
]; // oxfmt-ignore

describe('the server of the site', () => {
  let outside: string;
  let folder: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    outside = mkdtempSync(join(tmpdir(), 'site-paths-'));
    folder = join(outside, 'site');
    for (const path of ['.git', '.well-known/.git', 'flow/.well-known', '../site-other'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const file of [
      'secret.txt',
      'site-other/secret.txt',
      'site/.env',
      'site/.git/config',
      'site/.well-known/.env',
      'site/.well-known/.git/config',
      'site/flow/.well-known/config',
      'site/_headers',
    ])
      writeFileSync(join(outside, file), SECRET);
    writeFileSync(join(folder, '.well-known/security.txt'), 'Contact: mailto:hello@example.org');
    for (const file of ['index.html', 'flow/index.html', '404.html', 'a b.txt', 'gone.txt'])
      writeFileSync(join(folder, file), `<h1>${file}</h1>`.padEnd(2000));
    await compressSite(folder);
    const port = await getPort();
    server = await serveSite(folder, port);
    url = `http://localhost:${port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(outside, { recursive: true, force: true });
  });

  it.each([
    ...outTo('secret.txt'), ...outTo('site-other/secret.txt'), '/.env', '/%2eenv', '/.git/config', '/flow/../.env', '/flow/.', '/flow/..',
    '/.well-known/.env', '/.well-known/%2eenv', '/.well-known/.git/config', '/flow/.well-known/config', '/.well-known/../.env',
    '/_headers', '/_headers/', '/%5fheaders', '/flow/../_headers', '/_headers?x', '/_headers#',
  ])('%s leads to nothing', async (target) => {
    const { status, body } = await rawRequest(url, target);
    expect(status).toBe(404);
    expect(body).toContain('404.html');
    expect(body).not.toContain(SECRET);
  }); // oxfmt-ignore

  it.each(NONSENSE)('%s is answered without a server error', async (target) => {
    const { status, body } = await rawRequest(url, target);
    expect([0, 200, 400, 404, 431]).toContain(status);
    if (status === 200) expect(body).toContain('<h1>index.html</h1>');
  });

  it('sends a compressed copy instead of its file, but not under the copy’s own name', async () => {
    const { headers } = await rawRequest(url, '/index.html', { headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBe('br');
    for (const target of ['/index.html.br', '/index.html.b%72', '/index.html%2ebr', '/flow/index.html.br?x'])
      expect((await rawRequest(url, target)).status, target).toBe(404);
  });

  it('serves /.well-known/, which is public by its name', async () => {
    const { status, headers, body } = await rawRequest(url, '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toContain('Contact: ');
  });

  it.each([
    ...['bytes=5-2', 'bytes=9999-2', 'bytes=-5', 'bytes=x-y', 'bytes=0-1,5-2', 'lines=1-2'],
    ...['bytes=0-9007199254740993', 'bytes=9007199254740993-'],
  ])('the invalid range %s is ignored, and does not stop the server', async (range) => {
    const { status, body } = await rawRequest(url, '/index.html', { headers: { range } });
    expect([status, body.length]).toEqual([200, 2000]);
    expect((await rawRequest(url, '/index.html', { headers: { range: 'bytes=0-9' } })).status).toBe(206);
  });

  it('survives a file that was deleted since it started', async () => {
    rmSync(join(folder, 'gone.txt'));
    await expect(rawRequest(url, '/gone.txt')).resolves.toMatchObject({ status: 0 });
    expect((await rawRequest(url, '/index.html')).status).toBe(200);
  });

  it('does not start on a folder that contains a symbolic link, which could lead anywhere', async () => {
    const linked = join(outside, 'linked');
    mkdirSync(linked);
    for (const [target, name] of [
      [join(outside, 'secret.txt'), 'link.txt'],
      [outside, 'up'],
    ] as const) {
      symlinkSync(target, join(linked, name));
      const port = await getPort();
      await expect(async () => serveSite(linked, port)).rejects.toThrow(`${name} is a symbolic link`);
      rmSync(join(linked, name));
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    '%s cannot be used to read',
    async (method) => {
      const { status, headers, body } = await rawRequest(url, '/', { method });
      expect([status, headers['allow'], body.includes('<h1>')]).toEqual([405, 'GET, HEAD', false]);
    },
  );
});

describe('the backend', () => {
  let stack: Stack;
  let secrets: string[];
  beforeAll(async () => {
    stack = await startStack();
    const { secret, jwtSecret, callReport, postgresPassword } = localKeys(stack.folder);
    secrets = [secret, jwtSecret, callReport, postgresPassword, 'root:x:0'];
  });
  afterAll(() => stack.stop());

  const PLACES = [
    '', '/mailbox', '/mailbox/1700000000000-00000000-0000-4000-8000-000000000000/files',
    '/storage/v1/object/resumes', '/storage/v1/object/public/resumes', '/storage/v1/object/authenticated/resumes',
    '/storage/v1/object/sign/resumes', '/storage/v1/object/info/resumes', '/rest/v1', '/rest/v1/rpc', '/functions/v1', '/auth/v1',
  ]; // oxfmt-ignore

  async function readsNothing(which: 'mailbox' | 'API', methods: readonly string[]): Promise<void> {
    const { mailboxUrl, apiUrl, publishableKey: apikey } = stack.backend;
    const url = which === 'mailbox' ? new URL(mailboxUrl).origin : apiUrl;
    for (const place of PLACES)
      for (const target of [
        ...outTo('keys.json'),
        ...outTo('../keys.json'),
        ...outTo('postgres/data/postgresql.conf'),
        ...NONSENSE,
      ])
        for (const method of methods) {
          const path = target.startsWith('/') ? `${place}${target}` : target;
          const { status, body } = await rawRequest(url, path, {
            method,
            headers: { apikey, authorization: `Bearer ${apikey}` },
          });
          expect(status, `${method} ${path.slice(0, 100)}: ${body.slice(0, 300)}`).toBeLessThan(500);
          for (const secret of secrets) expect(body).not.toContain(secret);
        }
  }
  it('the mailbox reads no file outside its folder, and no path makes it fail', () =>
    readsNothing('mailbox', ['GET', 'POST', 'DELETE']));
  it('the API reads no file outside its folders, and no path makes it fail', () =>
    readsNothing('API', ['GET', 'POST', 'DELETE']));

  it('listens only on loopback: nobody in the network reaches any service', async () => {
    const { backend, env } = stack;
    const ports = [backend.apiUrl, backend.mailboxUrl].map((url) => Number(new URL(url).port));
    const open = (host: string, port: number) =>
      new Promise<boolean>((done) => {
        const socket = connect({ host, port, timeout: 2000 }, () => done(true));
        socket.on('error', () => done(false)).on('timeout', () => done(false));
        socket.on('connect', () => socket.destroy());
      });
    // All of 127.0.0.0/8 is this machine: a service that listens on every address also answers at 127.0.0.2.
    for (const port of [...ports, Number(env['SMTP_PORT'])]) {
      expect(await open('127.0.0.1', port)).toBe(true);
      for (const host of ['127.0.0.2', ...networkAddresses()])
        expect(await open(host, port), `${host}:${port}`).toBe(false);
    }
  });

  it('has PostgreSQL on no port, but in a folder that only its owner can enter: nobody can pass for it', async () => {
    const [settings] = await stack.database`
      select current_setting('listen_addresses') as port, current_setting('unix_socket_directories') as folder`;
    expect(settings).toEqual({ port: '', folder: '.' });
    expect(statSync(stack.backend.data).mode & 0o077).toBe(0);
  });

  it('keeps visitors’ data and its keys unreadable for other users of the machine', () => {
    for (const name of ['keys.json', 'mail', 'storage', 'postgres/data', 'postgres/data.log'])
      expect(statSync(join(stack.folder, name)).mode & 0o077, name).toBe(0);
    expect(statSync(join(stack.folder, 'postgres')).mode & 0o007).toBe(0);
  });

  it('lets nobody else, not even PostgreSQL’s user, put a link in the place of a file that we write', () => {
    const { uid, mode } = statSync(join(stack.folder, 'postgres'));
    expect([uid, mode & 0o022]).toEqual([userInfo().uid, 0]);
  });
});

/** The addresses of this machine in the network. */
const networkAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
    .map(({ address }) => address);
