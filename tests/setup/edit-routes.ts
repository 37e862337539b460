import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { vi } from 'vitest';
import { beginSession } from '../../tools/edit/page/session.ts';
import { closedAccess } from '../../tools/edit/server/access.ts';
import { redirectFile } from '../../tools/edit/server/redirect-file.ts';
import { editRoutes, ROUTE } from '../../tools/edit/server/routes.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { temporaryFolder } from './stack.ts';

/** A response, with its JSON: an empty object for null. */
export interface Told {
  status: number;
  body: { message?: string; end?: string; [field: string]: unknown };
}

/** The editor's server without a dev server, on a copy of content/. */
export interface EditRoutes {
  folder: string;
  /** The secret that is in the redirect file now. */
  secret(): string;
  /** The session of a tab that may edit. */
  session: string;
  /**
   * Sends a request as a page of the site does.
   *
   * @param body sent as it is if it is a text, otherwise as JSON
   * @param headers override the usual ones
   */
  ask(name: string, body: unknown, headers?: OutgoingHttpHeaders): Promise<Told>;
  /** Called with the path of each page that is rendered; a test can replace it. Returns the status, or a page. */
  render: (path: string) => number | string | Promise<number | string>;
  port: number;
  /** Leaves its files. */
  kill(): void;
  stop(): void;
}

export async function startEditRoutes(): Promise<EditRoutes> {
  const folder = temporaryFolder();
  cpSync(join(projectFolder, 'content'), join(folder, 'content'), { recursive: true });
  vi.stubEnv('LOCAL_DIR', join(folder, '.local'));
  beginSession(folder);
  const server = createServer((asked, response) => {
    if (asked.url?.startsWith(ROUTE)) return void routes(asked, response);
    void Promise.resolve(started.render(asked.url ?? '')).then((told) =>
      typeof told === 'number'
        ? response.writeHead(told).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(told),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const access = closedAccess(`http://${host}`);
  access.renew();
  const routes = editRoutes(
    {
      refresh: () => Promise.resolve(),
      change: (_path, write) => Promise.resolve().then(write),
      serve: () => Promise.resolve(),
      origin: `http://${host}`,
      publicOrigin: 'https://example.com',
      reloads: { hold: (work) => work(), hush: () => undefined },
    },
    access,
  );
  const started: EditRoutes = {
    folder,
    secret: () => /#([\w-]+)/.exec(readFileSync(redirectFile(), 'utf8'))?.[1] ?? '',
    session: '',
    ask: (name, body, headers = {}) =>
      new Promise((done, fail) => {
        const usual = {
          host,
          origin: `http://${host}`,
          'content-type': 'application/json',
          'x-edit-session': started.session,
        };
        request({ port, path: ROUTE + name, method: 'POST', headers: { ...usual, ...headers } }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () =>
            done({ status: response.statusCode ?? 0, body: (JSON.parse(text) as Told['body'] | null) ?? {} }),
          );
        })
          .on('error', fail)
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      }),
    render: () => 200,
    port,
    kill() {
      server.close();
      server.closeAllConnections();
    },
    stop() {
      started.kill();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  started.session = String((await started.ask('open', { secret: started.secret() })).body['session']);
  return started;
}
