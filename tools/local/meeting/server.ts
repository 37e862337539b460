import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { reason } from '../../../functions/_shared/reason.ts';
import { bundleScript } from '../bundle-script.ts';
import { isOwnHost, isOwnPage, NOT_OWN_HOST } from '../own-host.ts';
import { listen, LOOPBACK, type Listen } from '../ports.ts';
import { RequestRefused } from '../request-body.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { openRooms } from './rooms.ts';

/** A stand-in for Daily's video rooms on one machine. */
export interface MeetingRooms {
  /** The site's PUBLIC_MEETINGS: where the rooms and the call machine are. */
  url: string;
  /** The functions' DAILY_API_URL. */
  apiUrl: string;
  /** Ends all meetings. */
  close(): Promise<void>;
}

/**
 * Serves the rooms, their REST API and the call machine on loopback. Resolves once it listens.
 *
 * @param apiKey authorizes calls of the REST API, and signs tokens
 * @throws Error when the call machine can't be built
 */
export async function serveMeetings(port: number, apiKey: string, listenOn: Listen = listen): Promise<MeetingRooms> {
  const url = `http://${LOOPBACK}:${port}`;
  const machine = await bundleScript(new URL('machine/index.ts', import.meta.url));
  const rooms = openRooms(url, apiKey);

  async function answer(request: Request): Promise<Response> {
    const [, first = '', ...path] = new URL(request.url).pathname.split('/');
    if (first === 'v1') return rooms.answerApi(request, path);
    if (first === 'call-machine.js')
      return new Response(machine, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    return rooms.answerPage(request, first, path.join('/'));
  }

  async function answerOrRefuse(request: Request, page: string): Promise<Response> {
    if (!isOwnHost(request.headers.get('host')) || (page !== '' && !isOwnPage(page)))
      return new Response(NOT_OWN_HOST, { status: 403 });
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof RequestRefused) return Response.json({ message: error.message }, { status: error.status });
      console.error('The video rooms could not answer:', reason(error));
      return Response.json({ message: 'The video rooms failed; see the terminal.' }, { status: 500 });
    }
  }

  const server = createAdaptorServer({
    serverOptions: SERVER_TIMEOUTS,
    async fetch(request) {
      const page = request.headers.get('origin') ?? '';
      const response = await answerOrRefuse(request, page);
      if (page !== '') response.headers.set('access-control-allow-origin', page);
      response.headers.set('cache-control', 'no-store');
      response.headers.set('cross-origin-resource-policy', 'cross-origin');
      return response;
    },
  }) as Server;
  await listenOn(server, port);

  return {
    url,
    apiUrl: `${url}/v1`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      rooms.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
