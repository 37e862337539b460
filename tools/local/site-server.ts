import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { headersOf } from '../../src/build/headers.ts';
import { Fault } from '../../src/lib/fault.ts';
import { isOwnHost, NOT_OWN_HOST } from './own-host.ts';
import { listen, type Listen } from './ports.ts';
import { SERVER_TIMEOUTS } from './server-timeouts.ts';

/** How many requests a connection may send, as many servers have it. */
const MOST_REQUESTS = 100;

/**
 * Serves a built site from a folder like a static host: clean URLs, the headers of src/build/headers.ts, and 404.html
 * for unknown paths. Serves only files that exist at the start, only to GET and HEAD, and of those that begin with a
 * dot only the folder /.well-known/.
 *
 * @throws Fault when the folder contains a symbolic link, which could lead to any file of this machine
 */
export async function serveSite(folder: string, port: number, listenOn: Listen = listen): Promise<Server> {
  refuseLinks(folder);
  const notFoundFile = join(folder, '404.html');
  const notFoundPage = existsSync(notFoundFile) ? readFileSync(notFoundFile) : 'Not found';
  function sendNotFound({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404, { ...headersOf(pathOf(url), false), 'content-type': 'text/html; charset=utf-8' });
    response.end(notFoundPage);
  }
  const files = sirv(folder, {
    extensions: ['html'],
    brotli: true,
    setHeaders(response, path) {
      // sirv finds /desk.html at /desk.html/, too.
      const page = path.replace(/(?<=\.html)\/+$/, '');
      for (const [name, value] of Object.entries(headersOf(page))) response.setHeader(name, value);
      if (path.endsWith('.txt')) response.setHeader('content-type', 'text/plain; charset=utf-8');
    },
    onNoMatch: sendNotFound,
  });
  const server = createServer(SERVER_TIMEOUTS, (request, response) => {
    const { url = '/', method, headers } = request;
    const refused = headersOf(pathOf(url), false);
    if (!isOwnHost(headers.host)) response.writeHead(403, refused).end(NOT_OWN_HOST);
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { ...refused, allow: 'GET, HEAD' }).end();
    else if (isHidden(url)) sendNotFound(request, response);
    else {
      if (!isRange(headers.range)) delete headers.range;
      // sirv leaves this out: a file that was deleted since would end the process, and one whose download is broken off
      // would stay open.
      response.once('pipe', (file: Readable) => {
        file.once('error', () => response.destroy());
        response.once('close', () => file.destroy());
      });
      files(request, response);
    }
  });
  // Each answer that nobody reads holds a file.
  server.maxRequestsPerSocket = MOST_REQUESTS;
  await listenOn(server, port);
  return server;
}

function refuseLinks(folder: string): void {
  const link = readdirSync(folder, { recursive: true, withFileTypes: true }).find((entry) => entry.isSymbolicLink());
  if (link)
    throw new Fault(
      `${join(link.parentPath, link.name)} is a symbolic link, but the server only serves files.\nReplace the link with the file itself.`,
    );
}

/** The path of a request's URL, as it was sent. */
const pathOf = (url: string): string => url.split(/[?#]/)[0] ?? '';

/**
 * Whether a URL names a file that is not served under its own name: a compressed copy (compress-site.ts makes it, and it
 * is sent in place of the original), the rules for other hosts, or a hidden file.
 */
function isHidden(url: string): boolean {
  try {
    const file = decodeURIComponent(pathOf(url));
    // sirv finds /desk.html.br at /desk.html.br/, too.
    if (/\.br\/*$/.test(file) || file.split('/').includes('_headers')) return true;
    return file.replace(/^\/\.well-known\//, '/').includes('/.');
  } catch {
    return false;
  }
}

/**
 * Whether a Range header is valid. sirv throws if the range ends before it begins, or beyond what a number can hold;
 * servers ignore an invalid range.
 */
function isRange(range: string | undefined): boolean {
  const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  return from !== '' && (to === '' || Number(from) <= Number(to));
}
