import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../../tools/local/site-server.ts';
import { serveTurnstile } from '../../tools/local/turnstile/server.ts';
import { serveRehearsal } from '../../tools/local/voice/server.ts';
import { startCodeHost } from '../setup/code-host.ts';
import { rawRequest } from '../setup/raw-request.ts';
import { freePort, startStack, type Stack } from '../setup/stack.ts';

/** Each local service, with paths that lead somewhere. */
const SERVICES: Record<string, readonly string[]> = {
  site: ['/', '/index.html', '/nowhere'],
  mailbox: ['/', '/mailbox', '/mailbox.json', '/mailbox/x.eml'],
  API: [
    '/',
    '/rest/v1/contact_submissions',
    '/storage/v1/bucket',
    '/auth/v1/user',
    '/auth/v1/.well-known/jwks.json',
    '/realtime/v1/websocket',
    '/functions/v1/contact-notification',
  ],
  rehearsal: ['/live/call-machine.js', '/live/call/web', '/'],
  Turnstile: ['/turnstile/v0/api.js', '/turnstile/v0/siteverify', '/'],
  'code host': ['/graphql', '/user', '/repos/local/site', '/login/oauth/authorize', '/local/site', '/'],
};

let stack: Stack;
let urls: Record<string, string>;
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-hosts-'));
  writeFileSync(join(folder, 'index.html'), 'x');
  const [sitePort, voicePort] = [await freePort(), await freePort()];
  const [site, rehearsal, standIn, codeHost] = await Promise.all([
    serveSite(folder, sitePort),
    serveRehearsal(voicePort),
    serveTurnstile(await freePort()),
    startCodeHost(),
  ]);
  undo.push(
    () => rmSync(folder, { recursive: true }),
    () => site.close(),
    () => rehearsal.close(),
    () => standIn.close(),
    () => codeHost.close(),
  );
  stack = await startStack();
  undo.push(() => stack.stop());
  urls = {
    site: `http://localhost:${sitePort}`,
    mailbox: new URL(stack.backend.mailboxUrl).origin,
    API: stack.backend.apiUrl,
    rehearsal: `http://127.0.0.1:${voicePort}`,
    Turnstile: standIn.url,
    'code host': codeHost.url,
  };
});
afterAll(() => Promise.all(undo.map((step) => step())));

describe.each(Object.keys(SERVICES))('the %s', (name) => {
  const ask = (path: string, host: string, method = 'GET') =>
    rawRequest(urls[name] ?? '', path, { method, headers: { host, apikey: stack.backend.publishableKey } });

  it('answers only to this machine’s own names, on every path', async () => {
    const { port } = new URL(urls[name] ?? '');
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `127.0.0.1.nip.example:${port}`,
      `evil.localhost:${port}`,
      `0.0.0.0:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      '',
    ];
    for (const path of SERVICES[name] ?? []) {
      for (const method of ['GET', 'POST', 'OPTIONS'])
        for (const host of foreign) {
          const { status, headers, body } = await ask(path, host, method);
          // 400: the name is none, or not written as usual.
          expect(/^\[|^$/.test(host) ? [400, 403] : [403], `${method} ${path} ${host}`).toContain(status);
          expect(headers['access-control-allow-origin']).toBeUndefined();
          if (status === 403) expect(body).toMatch(/localhost|this machine/);
        }
      // The host in the target of a proxy request does not count.
      expect((await ask(`http://localhost:${port}${path}`, 'evil.example')).status).toBe(403);
      for (const own of ['localhost', '127.0.0.1', '[::1]'])
        expect((await ask(path, `${own}:${port}`)).status, `${path} ${own}`).not.toBe(403);
    }
  });
});
