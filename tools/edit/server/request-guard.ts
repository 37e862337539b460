import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { isOwnHost, NOT_OWN_HOST } from '../../local/own-host.ts';

/** What pages, islands and the editor send. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];
const MOST_SEGMENTS = 100;
const MOST_CHARACTERS = 4000;

/** What the site does not have, and Astro fails at. */
const UNUSED = /^\/_(?:server-islands|actions)\//;

interface Refusal {
  status: number;
  message: string;
}

/** What shows a page within another one. Nothing of this server is. */
const FRAMES: readonly unknown[] = ['embed', 'object', 'frame', 'iframe', 'fencedframe'];
/** The same for browsers that do not say what they ask for; and no other origin can use what is served. */
const HEADERS = {
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
}

/** Whether a terminal would obey a character of an address, whatever decodes it, and however often. */
function hasControls(url: string): boolean {
  // U+0080 to U+009F have two bytes in UTF-8; all others have one.
  const next = url.replace(/%(?:c2%([89][\da-f])|([0-7][\da-f]))/gi, (_, c1?: string, ascii?: string) =>
    String.fromCharCode(Number.parseInt(c1 ?? ascii ?? '', 16)),
  );
  return /\p{Cc}/u.test(next) || (next !== url && hasControls(next));
}

/** Why a request gets no answer, or undefined. Each would make a parser or a resolver of the dev server fail. */
function refusal({ method = '', url = '', headers }: IncomingMessage): Refusal | undefined {
  const { host = '' } = headers;
  if (!METHODS.includes(method)) return { status: 405, message: `Use one of ${METHODS.join(', ')}.` };
  if (!isOwnHost(host) || !URL.canParse(`http://${host}`)) return { status: 403, message: NOT_OWN_HOST };
  if (FRAMES.includes(headers['sec-fetch-dest']))
    return { status: 403, message: 'Use a tab of its own for this page.' };
  const path = decoded(url);
  if (path === undefined || !path.startsWith('/') || /[/\\]{2}/.test(path) || !URL.canParse(url, `http://${host}`))
    return { status: 400, message: 'Use a path with single slashes and valid % codes, such as /flow.' };
  if (url.length > MOST_CHARACTERS || path.split(/[/\\]/).length > MOST_SEGMENTS + 1)
    return { status: 400, message: `Use at most ${MOST_CHARACTERS} characters and ${MOST_SEGMENTS} parts in a path.` };
  // Astro and Vite log addresses as they are.
  if (hasControls(url)) return { status: 400, message: 'Use an address without control characters, such as /flow.' };
  if (UNUSED.test(path)) return { status: 404, message: 'Use a path of a page, such as /flow.' };
  return undefined;
}

/** Answers 404 for a file that Vite does not serve: its own page names folders. */
function hideFiles(response: ServerResponse): void {
  // Their types are overloads.
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  // The editor sends its own refusals with their headers.
  const isVites = () => response.statusCode === 403 && !response.headersSent;
  response.write = (...args: unknown[]) => isVites() || write(...args);
  response.end = (...args: unknown[]) => {
    if (!isVites()) return end(...args);
    response.statusCode = 404;
    return end('Not found\n');
  };
}

/** Answers what an open page asks until the dev server has started again: Vite's own answer ends it at a broken frame. */
const pings = new WebSocketServer({ noServer: true });

/**
 * Stands before a dev server's own listeners, which an odd request could stop: it refuses such requests, and WebSockets
 * of anything but a page of this site.
 */
export function guardRequests(server: Server): void {
  const listenersOf = (event: 'request' | 'upgrade') => {
    const listeners = server.listeners(event);
    server.removeAllListeners(event);
    return (...args: unknown[]) => listeners.forEach((listener) => void listener.apply(server, args));
  };
  const answer = listenersOf('request');
  server.on('request', (request, response) => {
    const refused = refusal(request);
    if (refused) {
      const { status, message } = refused;
      response
        .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        .end(`${message}\n`);
      return;
    }
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    hideFiles(response);
    answer(request, response);
  });
  const connect = listenersOf('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { host = '', origin } = request.headers;
    // Vite asks only a request with an origin for its token.
    if (refusal(request) || origin !== `http://${host}`)
      socket
        .on('error', () => undefined)
        .end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
    else if (request.headers['sec-websocket-protocol'] === 'vite-ping')
      pings.handleUpgrade(request, socket, head, (ping) => ping.on('error', () => undefined).close(1000));
    else connect(request, socket, head);
  });
}
