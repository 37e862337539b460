import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { buildSite, type Connection } from '../local/build-site.ts';
import { compressSite } from '../local/compress-site.ts';
import { serveSite } from '../local/site-server.ts';
import { serveRehearsal } from '../local/voice/server.ts';
import { VAPI } from '../../tests/setup/e2e.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';

/** A built site, served on loopback. */
export interface Site {
  folder: string;
  /** Without a slash at its end. */
  url: string;
}

/** The sites that benches measure. Each is built once, when it is first needed. */
export interface Sites {
  /** As `npm run build` makes it for a host, with invalid keys. */
  hosted(): Promise<Site>;
  /** As `npm start` makes it: its calls are rehearsed. No backend runs. */
  rehearsed(): Promise<Site & { voicePort: number }>;
  /** As `npm start` makes it, with a backend that the caller has started. */
  connected(backend: { apiUrl: string; publishableKey: string }): Promise<Site>;
  /** A copy of another built folder, compressed and served as ours. */
  other(folder: string): Promise<Site>;
  /** One page with a heading and a sentence, without styles or scripts. */
  bare(): Promise<Site>;
  close(): Promise<void>;
}

const BARE_PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="description" content="A bare page.">
  <title>Bare page</title>
  <h1>Bare page</h1>
  <p>A heading and a sentence.</p>
</html>
`;

/** Where the sites send requests. Nothing listens there. */
export const BACKEND_URL = 'http://127.0.0.1:9';
const BACKEND = { PUBLIC_SUPABASE_URL: BACKEND_URL, PUBLIC_SUPABASE_KEY: 'sb_publishable_bench' } as const;

export function openSites(): Sites {
  const root = temporaryFolder();
  const closing: (() => unknown)[] = [];
  const once = new Map<string, Promise<Site>>();

  async function serve(folder: string): Promise<Site> {
    const port = await getPort();
    const server = await serveSite(folder, port);
    closing.push(() => server.close());
    return { folder, url: `http://localhost:${port}` };
  }
  async function build(name: string, connection: Partial<Connection>): Promise<Site> {
    const folder = join(root, name);
    await buildSite(folder, { ...BACKEND, ...connection });
    return serve(folder);
  }
  async function rehearse() {
    const voicePort = await getPort();
    const rehearsal = await serveRehearsal(voicePort);
    closing.push(() => rehearsal.close());
    return { ...(await build('rehearsed', { PUBLIC_REHEARSAL_URL: `http://127.0.0.1:${voicePort}` })), voicePort };
  }
  function remember<Kind extends Site>(name: string, make: () => Promise<Kind>): Promise<Kind> {
    const site = (once.get(name) as Promise<Kind> | undefined) ?? make();
    once.set(name, site);
    return site;
  }

  return {
    hosted: () => remember('hosted', () => build('hosted', VAPI)),
    rehearsed: () => remember('rehearsed', rehearse),
    connected: ({ apiUrl, publishableKey }) =>
      build('connected', { PUBLIC_SUPABASE_URL: apiUrl, PUBLIC_SUPABASE_KEY: publishableKey }),
    other: (folder) =>
      remember(`other ${folder}`, async () => {
        const copy = join(root, 'other');
        cpSync(folder, copy, { recursive: true });
        await compressSite(copy);
        return serve(copy);
      }),
    bare: () =>
      remember('bare', () => {
        const folder = join(root, 'bare');
        mkdirSync(folder);
        writeFileSync(join(folder, 'index.html'), BARE_PAGE);
        return serve(folder);
      }),
    async close() {
      for (const close of closing) await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
