import { rmSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { buildSite } from '../../src/local/build-site.ts';
import { serveSite } from '../../src/local/site-server.ts';
import { startStack } from './stack.ts';

/** What the tests find in their environment; see tests/e2e/fixtures.ts. */
export interface E2eEnvironment {
  siteUrl: string;
  unconnectedUrl: string;
  apiUrl: string;
  publishableKey: string;
  deskUrl: string;
  databaseUrl: string;
}

/** Builds the site twice, connected to a fresh backend and unconnected, and serves both. Returns what stops it all. */
export default async function setUp(): Promise<() => Promise<void>> {
  const stack = await startStack();
  // All tests come from one address; the limit per address of a network has contract tests of its own.
  await stack.database`update private.settings set requests_per_ip = 100000`;

  const { backend } = stack;
  const connected = join(stack.folder, 'site');
  const unconnected = join(stack.folder, 'unconnected');
  await buildSite(connected, { PUBLIC_SUPABASE_URL: backend.apiUrl, PUBLIC_SUPABASE_KEY: backend.publishableKey });
  await buildSite(unconnected, { PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '' });
  const sitePort = await getPort();
  const unconnectedPort = await getPort();
  const servers = [await serveSite(connected, sitePort), await serveSite(unconnected, unconnectedPort)];

  const environment: E2eEnvironment = {
    siteUrl: `http://localhost:${sitePort}`,
    unconnectedUrl: `http://localhost:${unconnectedPort}`,
    apiUrl: backend.apiUrl,
    publishableKey: backend.publishableKey,
    deskUrl: backend.deskUrl,
    databaseUrl: backend.databaseUrl,
  };
  process.env['E2E'] = JSON.stringify(environment);

  return async () => {
    for (const server of servers) server.close();
    await stack.stop();
    rmSync(stack.folder, { recursive: true, force: true });
  };
}
