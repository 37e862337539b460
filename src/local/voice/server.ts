import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { reason } from '../../../functions/_shared/reason.ts';
import { LOOPBACK } from '../ports.ts';
import { bundleMachine } from './bundle-machine.ts';
import { openConversation, type Conversation, type Turn } from './conversation.ts';
import { openSpeech } from './speech.ts';

/** The rehearsal: what stands in for Vapi and Daily on one machine. */
export interface Rehearsal {
  close(): Promise<void>;
}

/** A call, as the caller's page and the agent share it. */
interface Room {
  conversation: Conversation;
  /** Every sentence that the agent has said; only these can be fetched as speech. */
  said: string[];
}

/** A turn, and where its sentences can be heard: paths from the room. */
export type SpokenTurn = Turn & { speech: string[] };

/** Nobody tells the server that a call is over; old ones must not fill the memory. */
const MOST_ROOMS = 100;

const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\]):\d+$/;
const OWN_PAGE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d+$/;

/** How the provider refuses (status, and the body that tells the SDK so). */
const REFUSALS: Partial<Record<string, [number, string]>> = {
  'provider-refused': [401, 'Invalid key.'],
  'provider-unpaid': [402, 'The wallet is empty.'],
  'provider-busy': [429, 'Over the limit of calls at a time.'],
};

/**
 * Serves the rehearsal on loopback. Resolves when it listens. The first part of every path is the scenario: how the
 * call is to go (scenarios.ts).
 *
 * @throws Error when the call machine can't be built
 */
export async function serveRehearsal(port: number): Promise<Rehearsal> {
  const machine = await bundleMachine();
  const speech = openSpeech();
  const rooms = new Map<string, Room>();

  function openRoom(): string {
    const id = randomUUID();
    rooms.set(id, { conversation: openConversation(), said: [] });
    const [oldest] = rooms.keys();
    if (rooms.size > MOST_ROOMS && oldest) rooms.delete(oldest);
    return id;
  }

  function say(room: Room, turn: Turn): SpokenTurn {
    const first = room.said.push(...turn.says) - turn.says.length;
    return { ...turn, speech: turn.says.map((_sentence, index) => `speech/${first + index}`) };
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, scenario = '', ...rest] = url.pathname.split('/');
    const path = `${request.method} ${rest.join('/')}`;

    if (path === 'POST call/web') {
      const [status, message] = REFUSALS[scenario] ?? [];
      if (status) return Response.json({ statusCode: status, message, error: 'Rehearsed' }, { status });
      if (scenario === 'provider-broken')
        return new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
      const id = openRoom();
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
      // Answered when the browser has given up.
      if (scenario === 'bundle-silent')
        await new Promise((given) => request.signal.addEventListener('abort', given, { once: true }));
      return new Response(scenario === 'bundle-broken' ? 'throw new Error("Rehearsed: broken.");' : machine, {
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
      });
    }

    const [, id = '', what = '', which = ''] = rest;
    const room = rest[0] === 'rooms' ? rooms.get(id) : undefined;
    if (!room) return Response.json({ message: 'There is no such call.' }, { status: 404 });
    if (request.method === 'GET' && what === 'greeting')
      return Response.json(say(room, room.conversation.greeting(url.searchParams.has('deaf'))));
    if (request.method === 'POST' && what === 'turns') {
      const { text } = (await request.json()) as { text?: unknown };
      return Response.json(say(room, room.conversation.reply(typeof text === 'string' ? text : '')));
    }
    const sentence = what === 'speech' && /^\d+$/.test(which) ? room.said[Number(which)] : undefined;
    if (sentence === undefined) return new Response('Not found', { status: 404 });
    return new Response(await speech.speak(sentence), { headers: { 'content-type': 'audio/wav' } });
  }

  async function handle(request: Request): Promise<Response> {
    const page = request.headers.get('origin') ?? '';
    // A page elsewhere whose name leads to this machine gets nothing.
    if (!OWN_HOST.test(request.headers.get('host') ?? '') || (page !== '' && !OWN_PAGE.test(page)))
      return new Response('This rehearsal is for pages of this machine.', { status: 403 });
    const response =
      request.method === 'OPTIONS'
        ? new Response(null, { status: 204 })
        : await answer(request).catch((error: unknown) => {
            console.error('The rehearsal could not answer:', reason(error));
            return Response.json({ message: 'The rehearsal failed; see the terminal.' }, { status: 500 });
          });
    response.headers.set('access-control-allow-origin', page || '*');
    response.headers.set('access-control-allow-headers', 'authorization, content-type');
    response.headers.set('cache-control', 'no-store');
    response.headers.set('cross-origin-resource-policy', 'cross-origin');
    return response;
  }

  const server = await new Promise<Server>((listening, failed) => {
    const started = serve(
      {
        port,
        hostname: LOOPBACK,
        fetch: (request, { incoming }) => {
          // As if the connection had broken.
          if (new URL(request.url).pathname === '/provider-unreachable/call/web' && request.method === 'POST')
            incoming.socket.destroy();
          return handle(request);
        },
      },
      () => listening(started as Server),
    );
    started.once('error', failed);
  });

  return {
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await Promise.all([closed, speech.close()]);
    },
  };
}
