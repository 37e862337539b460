/**
 * The local backend on loopback: PostgreSQL, the Supabase-compatible API, edge functions, the mailbox and the desk.
 * Runs in a separate process, so that it can be killed and restarted like the hosted services it stands in for.
 * Started by supervisor.ts, or alone with `npm run backend`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { reason } from '../../functions/_shared/reason.ts';
import { openParts } from '../../functions/_shared/parts.ts';
import { makeHandler as makeCallReport } from '../../functions/call-report/handler.ts';
import { makeHandler as makeContactNotification } from '../../functions/contact-notification/handler.ts';
import { makeHandler as makeRequestNotification } from '../../functions/request-notification/handler.ts';
import { makeHandler as makeRequestSweep, sweep } from '../../functions/request-sweep/handler.ts';
import { makeHandler as makeResourceAnnouncement } from '../../functions/resource-announcement/handler.ts';
import { makeHandler as makeUnsubscribe } from '../../functions/unsubscribe/handler.ts';
import { makeHandler as makeVerifiedRequest } from '../../functions/verified-request/handler.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { serveApi } from './api/server.ts';
import { openSupabase } from './api/supabase.ts';
import { serveDesk } from './desk/server.ts';
import { openStoredRequests } from './desk/stored-requests.ts';
import { printError } from '../../src/lib/fault.ts';
import { localFolder, localKeys } from './folder.ts';
import { openMailbox } from './mail/mailbox.ts';
import { choosePort, LOOPBACK } from './ports.ts';
import { openCluster } from './postgres/cluster.ts';
import { postgresHome } from './postgres/home.ts';
import { requireVerification } from './postgres/require-verification.ts';
import { announceBackend } from './running-backend.ts';
import { TEST_SECRETS } from './turnstile/tokens.ts';

/** The addresses of the running services; sent to the parent process once all of them listen. */
export interface BackendAddresses {
  apiUrl: string;
  publishableKey: string;
  deskUrl: string;
  databaseUrl: string;
  data: string;
}

/** The interval of the sweep, which retries notifications (milliseconds). */
const SWEEP_EVERY_MS = 60_000;

/** The steps that undo a start, in the order in which they were added. */
const undo: (() => unknown)[] = [];
let starting: Promise<unknown> = Promise.resolve();
let stopping: Promise<void> | undefined;

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    // A partial start can't be undone: for example PostgreSQL before we hold its lock.
    await starting.catch(() => undefined);
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(printError);
    process.exit(code);
  })();
  return stopping;
}

async function start(): Promise<BackendAddresses> {
  const folder = localFolder();
  mkdirSync(folder, { recursive: true });
  const keys = localKeys(folder);
  const home = postgresHome(folder, keys.id);
  const cluster = await openCluster(
    home,
    keys.postgresPassword,
    () => choosePort('POSTGRES_PORT', 54_400),
    () => {
      if (stopping) return;
      console.error('PostgreSQL stopped unexpectedly; stopping the backend.');
      process.exit(1);
    },
  );
  undo.push(() => cluster.stop());

  const storage = join(folder, 'storage');
  // Other users of this machine must not read resumes.
  mkdirSync(storage, { recursive: true, mode: 0o700 });
  const siteUrl = process.env['SITE_URL'] ?? 'http://localhost:4321';
  const smtpPort = await choosePort('SMTP_PORT', 54_425);
  const mailbox = await openMailbox(join(folder, 'mail'), smtpPort);
  undo.push(() => mailbox.close());

  const apiPort = await choosePort('API_PORT', 54_441);
  const apiUrl = `http://${LOOPBACK}:${apiPort}`;
  const site = readSite();
  const turnstileUrl = process.env['TURNSTILE_URL'];
  // What hosted functions get from their environment and secrets. The shell's variables are left out on purpose: a
  // rehearsal must not use the key of a real provider.
  const parts = openParts((name) => {
    const values: Record<string, string> = {
      SUPABASE_URL: apiUrl,
      SUPABASE_SECRET_KEY: keys.secret,
      SUPABASE_PUBLISHABLE_KEY: keys.publishable,
      CALL_REPORT_SECRET: keys.callReport,
      TEAM_EMAIL: site.email,
      MAIL_FROM: `${site.name} <${site.email}>`,
      SMTP_URL: `smtp://${LOOPBACK}:${smtpPort}`,
      SITE_URL: siteUrl,
      ...(turnstileUrl && {
        TURNSTILE_SECRET_KEY: TEST_SECRETS.verifies,
        TURNSTILE_VERIFY_URL: `${turnstileUrl}/turnstile/v0/siteverify`,
      }),
    };
    return values[name];
  });
  const supabase = await openSupabase(cluster.url, keys, siteUrl, storage);
  await requireVerification(cluster.url, Boolean(turnstileUrl));
  const api = await serveApi(apiPort, supabase, {
    'call-report': makeCallReport(parts),
    'contact-notification': makeContactNotification(parts),
    'request-notification': makeRequestNotification(parts),
    'request-sweep': makeRequestSweep(parts),
    'resource-announcement': makeResourceAnnouncement(parts),
    unsubscribe: makeUnsubscribe(parts),
    'verified-request': makeVerifiedRequest(parts),
  });
  undo.push(
    () =>
      new Promise((closed) => {
        api.close(closed);
        if ('closeAllConnections' in api) api.closeAllConnections();
      }),
  );

  // In a hosted project, a schedule calls the function.
  const ending = new AbortController();
  let swept: Promise<unknown> = Promise.resolve();
  const sweeping = setInterval(() => {
    swept = swept
      .then(() => sweep(parts, ending.signal))
      .catch((error: unknown) => console.error('The sweep of the requests failed:', reason(error)));
  }, SWEEP_EVERY_MS);
  undo.push(() => {
    clearInterval(sweeping);
    ending.abort();
    // Waits until a mail being sent is marked as sent, or the next start would send it again.
    return swept;
  });

  const requests = openStoredRequests(cluster.url);
  undo.push(() => requests.close());
  const deskPort = await choosePort('DESK_PORT', 54_480);
  const desk = await serveDesk(deskPort, requests, mailbox, siteUrl, storage);
  undo.push(
    () =>
      new Promise((closed) => {
        desk.close(closed);
        desk.closeAllConnections();
      }),
  );

  undo.push(announceBackend(folder, apiUrl));
  return {
    apiUrl,
    publishableKey: keys.publishable,
    deskUrl: `http://localhost:${deskPort}`,
    databaseUrl: cluster.url,
    data: home.data,
  };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// The parent was killed, so nothing else would stop this process.
process.on('disconnect', () => void stop(0));

try {
  const started = start();
  starting = started;
  const addresses = await started;
  if (!process.send) {
    const { apiUrl, deskUrl, data } = addresses;
    console.log(`API      ${apiUrl}\nInbox    ${deskUrl}/inbox\nMailbox  ${deskUrl}/mailbox\nData     ${data}\nready`);
  } else if (process.connected) process.send(addresses);
  // The parent exited before we listened for it.
  else await stop(0);
} catch (error) {
  printError(error);
  await stop(1);
}
