import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { isOwnHost, NOT_OWN_HOST } from '../own-host.ts';
import { listen, LOOPBACK } from '../ports.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { openRest } from './rest.ts';

/** A stand-in for Daily's video rooms on one machine. */
export interface MeetingRooms {
  /** The site's PUBLIC_MEETINGS: where the rooms and the call machine are. */
  url: string;
  /** The functions' DAILY_API_URL. */
  apiUrl: string;
  close(): Promise<void>;
}

/**
 * Serves the rooms, their REST API and the call machine on loopback. Resolves once it listens.
 *
 * @param apiKey authorizes calls of the REST API, and signs tokens
 */
export async function serveMeetings(port: number, apiKey: string): Promise<MeetingRooms> {
  const url = `http://${LOOPBACK}:${port}`;
  const rest = openRest(url, apiKey, () => undefined);

  async function answer(request: Request): Promise<Response> {
    const [, first, ...path] = new URL(request.url).pathname.split('/');
    if (first === 'v1') return rest.answer(request, path);
    return new Response('Not found', { status: 404 });
  }

  const server = createAdaptorServer({
    serverOptions: SERVER_TIMEOUTS,
    async fetch(request) {
      const own = isOwnHost(request.headers.get('host'));
      const response = own ? await answer(request) : new Response(NOT_OWN_HOST, { status: 403 });
      response.headers.set('cache-control', 'no-store');
      return response;
    },
  }) as Server;
  await listen(server, port);

  return {
    url,
    apiUrl: `${url}/v1`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
