import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { LOOPBACK } from './ports.ts';

/** Sent with every file, as a host in production should. The CSP itself is in each page. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
};

/** Serves a built site from a folder, as a static host does: clean addresses and 404.html for what is not there. */
export function serveSite(folder: string, port: number): Promise<Server> {
  const notFound = join(folder, '404.html');
  const files = sirv(folder, {
    extensions: ['html'],
    brotli: true,
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      // Names under /_astro hold a hash of the content.
      response.setHeader(
        'cache-control',
        path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
    onNoMatch(_request, response) {
      response.writeHead(404, { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      response.end(existsSync(notFound) ? readFileSync(notFound) : 'Not found');
    },
  });
  const server = createServer((request, response) => files(request, response));
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, LOOPBACK, () => listening(server));
  });
}
