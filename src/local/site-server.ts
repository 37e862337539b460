import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { headersOf } from '../headers.ts';
import { LOOPBACK } from './ports.ts';

/**
 * Serves a built site from a folder, as a static host does: clean addresses, the headers of src/headers.ts, and 404.html
 * for what is not there.
 */
export function serveSite(folder: string, port: number): Promise<Server> {
  const notFound = join(folder, '404.html');
  const files = sirv(folder, {
    extensions: ['html'],
    brotli: true,
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value);
    },
    onNoMatch({ url = '/' }, response) {
      response.writeHead(404, { ...headersOf(url, false), 'content-type': 'text/html; charset=utf-8' });
      response.end(existsSync(notFound) ? readFileSync(notFound) : 'Not found');
    },
  });
  const server = createServer((request, response) => files(request, response));
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, LOOPBACK, () => listening(server));
  });
}
