import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { isOwnHost, NOT_OWN_HOST } from '../own-host.ts';
import { PROOF_PATH } from '../proof.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { rpcPreflight } from './preflight.ts';
import type { SupabaseApi } from './supabase.ts';
import { withVisitorAddress } from './visitor-address.ts';

/** An edge function, as its handler.ts returns it. */
export type EdgeFunction = (request: Request) => Promise<Response>;

const FUNCTION_PATH = /^\/functions\/v1\/([a-z0-9-]+)$/;

/**
 * The server of the Supabase-compatible API and the edge functions. It does not listen yet.
 *
 * @param prove see proofOf in proof.ts; gets the nonce
 */
export function makeApiServer(
  supabase: SupabaseApi,
  functions: Record<string, EdgeFunction>,
  prove: (nonce: string) => string,
): Server {
  return createAdaptorServer({
    serverOptions: {
      ...SERVER_TIMEOUTS,
      // Some programs offer another protocol with any request, and are content if it is ignored.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/realtime/') ?? false,
    },
    fetch: (request) => {
      if (!isOwnHost(request.headers.get('host')))
        return Response.json({ code: 'HOST', message: NOT_OWN_HOST }, { status: 403 });
      const path = new URL(request.url).pathname;
      if (path.startsWith(PROOF_PATH)) return new Response(prove(path.slice(PROOF_PATH.length)));
      const name = FUNCTION_PATH.exec(path)?.[1];
      if (name === undefined) return rpcPreflight(request, path) ?? supabase(request);
      // Every object has a "constructor", which is not an edge function.
      const edgeFunction = Object.hasOwn(functions, name) ? functions[name] : undefined;
      return edgeFunction
        ? edgeFunction(new Request(request, { headers: withVisitorAddress(request.headers) }))
        : Response.json({ code: 'NOT_FOUND', message: `There is no function "${name}".` }, { status: 404 });
    },
  }) as Server;
}
