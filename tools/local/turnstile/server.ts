import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { bundleScript } from '../bundle-script.ts';
import { html } from '../html.ts';
import { isOwnHost, NOT_OWN_HOST } from '../own-host.ts';
import { listen, LOOPBACK, type Listen } from '../ports.ts';
import { readBytes } from '../read-bytes.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { isTestKey, TEST_SITE_KEYS } from './test-keys.ts';
import type { FrameMessage } from './widget/messages.ts';
import { keep, openTokens, type Occasion, type Tokens } from './tokens.ts';

/** A stand-in for Cloudflare Turnstile on one machine. */
export interface StandIn {
  url: string;
  /** Issues tokens as a widget does. */
  tokens: Tokens;
  close(): Promise<void>;
}

/** The largest body (bytes): a secret and a token of at most 2,048 characters. */
const BODY_LIMIT = 16 * 1024;

/** As Cloudflare documents it. */
const ACTION = /^[\w-]{0,32}$/;

/** Cloudflare's error code for a failed check. */
const NOT_PASSED = '300030';

const asScript = { headers: { 'content-type': 'text/javascript; charset=utf-8' } };
const notFound = () => new Response('Not found', { status: 404 });

/**
 * Serves the widget's script, its frame and siteverify on loopback, at Cloudflare's paths. Resolves once it listens.
 *
 * @param now the time in milliseconds
 * @throws Error when the scripts can't be built
 */
export async function serveTurnstile(port: number, now?: () => number, listenOn: Listen = listen): Promise<StandIn> {
  const tokens = openTokens(now);
  const api = await bundleScript(new URL('widget/api.ts', import.meta.url));
  const frame = await bundleScript(new URL('widget/frame.ts', import.meta.url));

  // The check of each open frame. The browser's Referer header identifies the page.
  const checks = new Map<string, Occasion & { siteKey: string }>();

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, check] = /^\/check\/([\w-]+)$/.exec(pathname) ?? [];
    if (request.method === 'POST' && check) return Response.json(finish(check));
    switch (`${request.method} ${pathname}`) {
      case 'GET /turnstile/v0/api.js':
        return new Response(api, asScript);
      case 'GET /frame.js':
        return new Response(frame, asScript);
      case 'GET /check': {
        const siteKey = searchParams.get('sitekey') ?? '';
        const page = URL.parse(request.headers.get('referer') ?? '');
        const action = searchParams.get('action') ?? '';
        if (!isTestKey(siteKey) || !page || !ACTION.test(action)) return notFound();
        const id = randomUUID();
        keep(checks, id, { siteKey, action, hostname: page.hostname });
        return framePage(id, siteKey === TEST_SITE_KEYS.asks);
      }
      case 'POST /turnstile/v0/siteverify': {
        const body = await readBytes(request, BODY_LIMIT);
        if (!body) return new Response('Too large', { status: 413 });
        const form = new URLSearchParams(body.toString());
        return Response.json(tokens.verify(form.get('secret') ?? undefined, form.get('response') ?? undefined));
      }
      default:
        return notFound();
    }
  }

  function finish(id: string): FrameMessage {
    const check = checks.get(id);
    checks.delete(id);
    if (!check || check.siteKey === TEST_SITE_KEYS.blocks) return { kind: 'error', code: NOT_PASSED };
    return { kind: 'token', token: tokens.issue(check) };
  }

  const server = createAdaptorServer({
    serverOptions: SERVER_TIMEOUTS,
    async fetch(request) {
      const own = isOwnHost(request.headers.get('host'));
      const response = own ? await answer(request) : new Response(NOT_OWN_HOST, { status: 403 });
      response.headers.set('cache-control', 'no-store');
      response.headers.set('cross-origin-resource-policy', 'cross-origin');
      return response;
    },
  }) as Server;
  await listenOn(server, port);

  return {
    url: `http://${LOOPBACK}:${port}`,
    tokens,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The document in a widget's frame. */
function framePage(check: string, asks: boolean): Response {
  const button = asks ? [html`<button type="button">I am a person</button>`] : [];
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Check</title>
      ${button}
      <script src="/frame.js" data-check="${check}"></script>
    </html>`;
  return new Response(page.text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
