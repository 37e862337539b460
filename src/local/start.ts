/**
 * `npm start`: the built site with everything that it needs, on this machine.
 * `npm run dev` (start.ts --dev): the same with hot reload of code and copy.
 */
import { join } from 'node:path';
import { buildSite, runAstro, type Connection } from './build-site.ts';
import { Fault, printError } from './fault.ts';
import { localFolder } from './folder.ts';
import { isConnected } from './mode.ts';
import { choosePort } from './ports.ts';
import { serveSite } from './site-server.ts';
import { startBackend, type Backend } from './supervisor.ts';

const develop = process.argv.includes('--dev');
let backend: Backend | undefined;
let stopSite: (() => unknown) | undefined;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  stopSite?.();
  await backend?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

async function start(): Promise<void> {
  const port = await choosePort('PORT', 4321);
  const siteUrl = `http://localhost:${port}`;
  if (!isConnected()) {
    console.log('Starting PostgreSQL, the API and the mailbox …');
    backend = await startBackend({ SITE_URL: siteUrl });
    // Stopped while it was starting: nothing must stay behind.
    if (stopping) return backend.stop();
  }
  const connection: Connection | undefined = backend && {
    PUBLIC_SUPABASE_URL: backend.apiUrl,
    PUBLIC_SUPABASE_KEY: backend.publishableKey,
  };

  if (develop) {
    const astro = runAstro(['dev', '--host', '127.0.0.1', '--port', String(port)], { ...connection });
    stopSite = () => astro.kill('SIGTERM');
    astro.once('exit', (code) => void stop(code ?? 1));
  } else {
    console.log('Building the site …');
    const folder = join(localFolder(), 'site');
    await buildSite(folder, connection);
    const server = await serveSite(folder, port);
    stopSite = () => server.closeAllConnections();
  }

  console.log(`\n  Site     ${siteUrl}`);
  if (backend)
    console.log(
      `  Inbox    ${backend.deskUrl}/inbox\n  Mailbox  ${backend.deskUrl}/mailbox\n  Data     ${backend.data}`,
    );
  else console.log('  Requests go to the Supabase project that .env names.');
  console.log('\nready');
}

try {
  if (Number(process.versions.node.split('.')[0]) < 22)
    throw new Fault('Start it with `npm start`: the project brings the Node version that it needs.');
  await start();
} catch (error) {
  printError(error);
  await stop(1);
}
