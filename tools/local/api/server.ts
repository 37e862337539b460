import { serve, type ServerType } from '@hono/node-server';
import { isOwnHost, NOT_OWN_HOST } from '../own-host.ts';
import { LOOPBACK } from '../ports.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import type { SupabaseApi } from './supabase.ts';
import { withVisitorAddress } from './visitor-address.ts';

/** An edge function, as its handler.ts returns it. */
export type EdgeFunction = (request: Request) => Promise<Response>;

const FUNCTION_PATH = /^\/functions\/v1\/([a-z0-9-]+)$/;

/** Serves the Supabase-compatible API and the edge functions on loopback. Resolves once it listens. */
export function serveApi(
  port: number,
  supabase: SupabaseApi,
  functions: Record<string, EdgeFunction>,
): Promise<ServerType> {
  return new Promise((listening, failed) => {
    const server = serve(
      {
        port,
        hostname: LOOPBACK,
        serverOptions: SERVER_TIMEOUTS,
        fetch: (request, { incoming }) => {
          if (!isOwnHost(request.headers.get('host')))
            return Response.json({ code: 'HOST', message: NOT_OWN_HOST }, { status: 403 });
          const peer = incoming.socket.remoteAddress ?? 'unknown';
          const path = new URL(request.url).pathname;
          const name = FUNCTION_PATH.exec(path)?.[1];
          if (name === undefined) return supabase(request, peer);
          // Every object has a "constructor", which is not an edge function.
          const edgeFunction = Object.hasOwn(functions, name) ? functions[name] : undefined;
          return edgeFunction
            ? edgeFunction(new Request(request, { headers: withVisitorAddress(request.headers, peer) }))
            : Response.json({ code: 'NOT_FOUND', message: `There is no function "${name}".` }, { status: 404 });
        },
      },
      () => listening(server),
    );
    server.once('error', failed);
  });
}
