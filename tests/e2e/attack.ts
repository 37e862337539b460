import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { running } from './fixtures.ts';

/** A server that a test starts. */
export interface Started {
  origin: string;
  close(): void;
}

async function listen(handler: RequestListener): Promise<Started & { server: Server }> {
  const server = createServer(handler).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    server,
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A foreign server that allows every origin and records the requested paths. */
export interface Foreign extends Started {
  /** The requested paths. */
  asked: string[];
}

/** @param pages the HTML by path; every other path is empty */
export async function serveForeign(pages: Record<string, string> = {}): Promise<Foreign> {
  const asked: string[] = [];
  const started = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const type =
      /\.(js|css)$/.exec(pathname)?.[1] === 'js' ? 'text/javascript' : pages[pathname] ? 'text/html' : 'text/css';
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(pages[pathname] ?? '');
  });
  started.server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  return { ...started, asked };
}

/** What a site contains if it treats stored text as HTML. */
export interface Injection {
  /** Inserted at the start of <main> on every page. */
  html: string;
  /** The content of /own.js: a script of the site itself that misbehaves. */
  script?: string;
  /** Whether the site keeps its policies, in its pages and headers. */
  guarded: boolean;
}

/**
 * Serves the running site with something injected into its pages. It needs a real address: when a test fulfills a
 * request itself, Chromium asks before the page may contact this machine.
 */
export const serveAttacked = ({ html, script = '', guarded }: Injection): Promise<Started> =>
  listen((request, response) => {
    const answer = async () => {
      if (request.url === '/own.js') return response.setHeader('content-type', 'text/javascript').end(script);
      const original = await fetch(running.siteUrl + (request.url ?? '/'));
      const body = Buffer.from(await original.arrayBuffer());
      const headers = new Headers(original.headers);
      // These describe the transfer, not the body that fetch decoded.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
      if (!guarded) for (const name of ['content-security-policy', 'x-frame-options']) headers.delete(name);
      response.writeHead(original.status, Object.fromEntries(headers));
      if (!headers.get('content-type')?.startsWith('text/html')) return response.end(body);
      const page = body.toString().replace(/<main[^>]*>/, (main) => main + html);
      return response.end(guarded ? page : page.replace(/<meta http-equiv="content-security-policy"[^>]*>/, ''));
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });

/** Makes every page record its policy violations; see {@link stoppedBy}. */
export const noteViolations = (page: Page) =>
  page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { stopped });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => stopped.push(effectiveDirective));
  });

/** The directive of each violation on the page, sorted. base-uri counts once: each link resolves the base again. */
export const stoppedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { stopped } = window as unknown as { stopped: string[] };
    return stopped.filter((name, index) => name !== 'base-uri' || stopped.indexOf(name) === index).toSorted();
  });
