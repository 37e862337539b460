import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { headersOf } from '../../src/build/headers.ts';
import { Fault } from '../../src/lib/fault.ts';
import { isOwnHost, NOT_OWN_HOST } from './own-host.ts';
import { LOOPBACK } from './ports.ts';
import { SERVER_TIMEOUTS } from './server-timeouts.ts';

/**
 * Serves a built site from a folder like a static host: clean URLs, the headers of src/build/headers.ts, and 404.html
 * for unknown paths. Serves only files that exist at the start, and only to GET and HEAD.
 *
 * @throws Fault when the folder contains a symbolic link, which could lead to any file of this machine
 */
export function serveSite(folder: string, port: number): Promise<Server> {
  refuseLinks(folder);
  const notFoundFile = join(folder, '404.html');
  const notFoundPage = existsSync(notFoundFile) ? readFileSync(notFoundFile) : 'Not found';
  function sendNotFound({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404, { ...headersOf(url, false), 'content-type': 'text/html; charset=utf-8' });
    response.end(notFoundPage);
  }
  const files = sirv(folder, {
    extensions: ['html'],
    brotli: true,
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value);
    },
    onNoMatch: sendNotFound,
  });
  const server = createServer(SERVER_TIMEOUTS, (request, response) => {
    if (!isOwnHost(request.headers.host)) response.writeHead(403, headersOf(request.url ?? '/', false)).end(NOT_OWN_HOST);
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { ...headersOf(request.url ?? '/', false), allow: 'GET, HEAD' }).end();
    else if (isCompressedCopy(request.url ?? '/')) sendNotFound(request, response);
    else files(request, response);
  });
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, LOOPBACK, () => listening(server));
  });
}

function refuseLinks(folder: string): void {
  const link = readdirSync(folder, { recursive: true, withFileTypes: true }).find((entry) => entry.isSymbolicLink());
  if (link)
    throw new Fault(
      `${join(link.parentPath, link.name)} is a symbolic link, but the server only serves files.\nReplace the link with the file itself.`,
    );
}

/** Copies made by compress-site.ts are sent instead of their file to clients that accept them; they have no URL. */
function isCompressedCopy(url: string): boolean {
  const [path = ''] = url.split('?');
  try {
    return decodeURIComponent(path).endsWith('.br');
  } catch {
    return false;
  }
}
