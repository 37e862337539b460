import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { running } from './fixtures.ts';

/** A server of a test's own. */
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

/** Somebody else's server, which lets everybody in and notes who comes. */
export interface Foreign extends Started {
  /** The paths that were asked for. */
  asked: string[];
}

/** @param pages what it has to show, by path; everything else is empty, and allowed to everybody */
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

/** What stands on a site that takes a stored text for HTML. */
export interface Injection {
  /** Put at the beginning of <main> of every page. */
  html: string;
  /** The content of /own.js: a script of the site itself that does what it should not. */
  script?: string;
  /** Whether the site has its policies, in the pages and in the headers. */
  guarded: boolean;
}

/**
 * Serves the site that runs, with something put into its pages. It has an address of its own: for what a test answers in
 * the place of a server, Chromium asks before it lets a page talk to this machine.
 */
export const serveAttacked = ({ html, script = '', guarded }: Injection): Promise<Started> =>
  listen((request, response) => {
    const answer = async () => {
      if (request.url === '/own.js') return response.setHeader('content-type', 'text/javascript').end(script);
      const original = await fetch(running.siteUrl + (request.url ?? '/'));
      const body = Buffer.from(await original.arrayBuffer());
      const headers = new Headers(original.headers);
      // As it was on its way here.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
      if (!guarded) for (const name of ['content-security-policy', 'x-frame-options']) headers.delete(name);
      response.writeHead(original.status, Object.fromEntries(headers));
      if (!headers.get('content-type')?.startsWith('text/html')) return response.end(body);
      const page = body.toString().replace(/<main[^>]*>/, (main) => main + html);
      return response.end(guarded ? page : page.replace(/<meta http-equiv="content-security-policy"[^>]*>/, ''));
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });

/** Has every page note what its policy stops; see {@link stoppedBy}. */
export const noteViolations = (page: Page) =>
  page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { stopped });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => stopped.push(effectiveDirective));
  });

/** The directive of each violation on the page, sorted. That of the base counts once: each link asks for the base anew. */
export const stoppedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { stopped } = window as unknown as { stopped: string[] };
    return stopped.filter((name, index) => name !== 'base-uri' || stopped.indexOf(name) === index).toSorted();
  });
