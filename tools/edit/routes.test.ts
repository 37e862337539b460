import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginSession } from './page/session.ts';
import { editRoutes } from './server/routes.ts';

const TOKEN = 'a-token-of-this-start';
let server: Server;
beforeAll(async () => {
  beginSession(process.cwd(), TOKEN);
  const routes = editRoutes({
    refresh: () => Promise.resolve(),
    forget: () => undefined,
    origin: () => '',
    reloads: { hold: (work) => work(), hush: () => undefined },
  });
  server = createServer((asked, answer) => void routes(asked, answer));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => server.close());

/** Sends a request with a host name, as a page loaded under that name would, with a valid token. */
const askUnder = (name: string) =>
  new Promise<number | undefined>((done, fail) => {
    const { port } = server.address() as AddressInfo;
    const host = `${name}:${port}`;
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json', 'x-edit-token': TOKEN };
    request({ host: '127.0.0.1', port, path: '/_edit/list', method: 'POST', headers }, (answer) =>
      done(answer.resume().statusCode),
    )
      .on('error', fail)
      .end('{}');
  });

// Vite rejects such names, too, so a test of the whole dev server would not show whether we do.
it('rejects a public host name that resolves to this machine, even with the token', async () => {
  expect(await askUnder('evil.example')).toBe(403);
  expect(await askUnder('localhost.evil.example')).toBe(403);
  for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await askUnder(name)).toBe(200);
});
