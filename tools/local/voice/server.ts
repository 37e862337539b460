import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { reason } from '../../../functions/_shared/reason.ts';
import { bundleScript } from '../bundle-script.ts';
import { isOwnHost, isOwnPage } from '../own-host.ts';
import { listen, type Listen } from '../ports.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { openChats } from './chats.ts';
import { openConversation } from './conversation.ts';
import { openDelivery, type ReportTarget } from './delivery.ts';
import { endOfCallReport, type CallOrder } from './report.ts';
import { readBody, RequestRefused } from '../request-body.ts';
import { answerInRoom } from './room-requests.ts';
import { openRoom, type Room } from './room.ts';
import { isScenario, type Scenario } from './scenarios.ts';
import { openSpeech } from './speech.ts';

/** The rehearsal: a stand-in for Vapi and Daily on one machine. */
export interface Rehearsal {
  /** Ends active calls and tries pending reports once more, for about a second. */
  close(): Promise<void>;
}

export interface RehearsalOptions {
  /** Where the report of each call goes; without it, none is sent. */
  report?: ReportTarget;
  /** The folder that holds content/; defaults to the project's folder. */
  contentRoot?: string;
}

/** Rooms are kept after their call, because pages may still send requests, until another call needs their place. */
const MOST_ROOMS = 100;
/** The provider's reason for a call that it ends itself, without an error of the caller or the agent. */
const SHUTDOWN = 'worker-shutdown';

/** How the provider refuses a call: the status, and the message in the body. */
const REFUSALS: Partial<Record<Scenario, [number, string]>> = {
  'provider-refused': [401, 'Invalid key.'],
  'provider-unpaid': [402, 'The wallet is empty.'],
  'provider-busy': [429, 'Over the limit of calls at a time.'],
};

/**
 * Serves the rehearsal on loopback. Resolves once it listens. The first part of every path is the scenario of the call
 * (scenarios.ts).
 *
 * @throws Error when the call machine can't be built
 */
export async function serveRehearsal(
  port: number,
  options: RehearsalOptions = {},
  listenOn: Listen = listen,
): Promise<Rehearsal> {
  const machine = await bundleScript(new URL('machine/index.ts', import.meta.url));
  const speech = openSpeech();
  const delivery = options.report && openDelivery(options.report);
  const rooms = new Map<string, Room>();
  const converse = ({ assistantOverrides }: CallOrder) => {
    const localTime: unknown = (assistantOverrides?.variableValues as Record<string, unknown> | undefined)?.[
      'localTime'
    ];
    return openConversation(options.contentRoot, typeof localTime === 'string' ? localTime : '');
  };
  const chats = openChats(converse, (chat) => delivery?.send(endOfCallReport(chat)));

  function createRoom(order: CallOrder, scenario: Scenario): string {
    if (rooms.size >= MOST_ROOMS) {
      const over = rooms.values().find(({ isOver }) => isOver);
      if (!over) throw new RequestRefused(429, `The rehearsal has ${MOST_ROOMS} active calls. End one of them.`);
      rooms.delete(over.id);
    }
    const room = openRoom(converse(order), order, (call) =>
      delivery?.send(endOfCallReport(call), scenario === 'report-twice' ? 2 : 1),
    );
    rooms.set(room.id, room);
    return room.id;
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, scenario = '', ...rest] = url.pathname.split('/');
    const path = `${request.method} ${rest.join('/')}`;
    // Any other name, such as __proto__, would be looked up in the lists below as well.
    if (!isScenario(scenario)) throw new RequestRefused(404, `The rehearsal has no scenario "${scenario}".`);

    if (path === 'POST call/web' || path === 'POST chat/web') {
      const [status, message] = REFUSALS[scenario] ?? [];
      if (status) return Response.json({ statusCode: status, message, error: 'Rehearsed' }, { status });
      if (scenario === 'provider-fault')
        return new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
    }
    if (path === 'POST chat/web') return chats.answer(await readBody(request), scenario);
    if (path === 'POST call/web') {
      const { assistantId, assistantOverrides } = await readBody(request);
      const id = createRoom(
        {
          ...(typeof assistantId === 'string' && { assistantId }),
          ...(typeof assistantOverrides === 'object' && assistantOverrides !== null && { assistantOverrides }),
        },
        scenario,
      );
      return Response.json(
        {
          id,
          ...(scenario !== 'room-missing' && { webCallUrl: `${url.origin}/${scenario}/rooms/${id}` }),
          artifactPlan: { videoRecordingEnabled: false },
          assistant: { voice: { provider: 'rehearsal' } },
        },
        { status: 201 },
      );
    }
    if (path === 'GET call-machine.js') {
      if (scenario === 'bundle-missing') return new Response('Not found', { status: 404 });
      // Answers only after the browser has given up.
      if (scenario === 'bundle-silent')
        await new Promise((given) => request.signal.addEventListener('abort', given, { once: true }));
      return new Response(scenario === 'bundle-broken' ? 'throw new Error("Rehearsed: broken.");' : machine, {
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
      });
    }

    const room = rest[0] === 'rooms' ? rooms.get(rest[1] ?? '') : undefined;
    if (!room) throw new RequestRefused(404, 'There is no such call.');
    return answerInRoom(room, speech, request, rest.slice(2));
  }

  async function answerOrRefuse(request: Request): Promise<Response> {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof RequestRefused) {
        const { status, message } = error;
        // The SDK reads the status from the body.
        return Response.json({ statusCode: status, message }, { status });
      }
      console.error('The rehearsal could not answer:', reason(error));
      return Response.json({ message: 'The rehearsal failed; see the terminal.' }, { status: 500 });
    }
  }

  async function handle(request: Request): Promise<Response> {
    const page = request.headers.get('origin') ?? '';
    if (!isOwnHost(request.headers.get('host')) || (page !== '' && !isOwnPage(page)))
      return new Response('The rehearsal only answers pages on this machine.', { status: 403 });
    const response = request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await answerOrRefuse(request);
    response.headers.set('access-control-allow-origin', page || '*');
    response.headers.set('access-control-allow-headers', 'authorization, content-type');
    response.headers.set('cache-control', 'no-store');
    response.headers.set('cross-origin-resource-policy', 'cross-origin');
    return response;
  }

  const server = createAdaptorServer({
    serverOptions: SERVER_TIMEOUTS,
    fetch: (request, { incoming }) => {
      if (
        !/^\/provider-unreachable\/(?:call|chat)\/web$/.test(new URL(request.url).pathname) ||
        request.method !== 'POST'
      )
        return handle(request);
      // Simulates a broken connection.
      incoming.socket.destroy();
      return new Response();
    },
  }) as Server;
  await listenOn(server, port);

  return {
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const room of rooms.values()) room.end(SHUTDOWN);
      chats.close(SHUTDOWN);
      await delivery?.close();
      server.closeAllConnections();
      await Promise.all([closed, speech.close()]);
    },
  };
}
