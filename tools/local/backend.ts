/**
 * The local backend on loopback: PostgreSQL, the Supabase-compatible API, edge functions and the mailbox.
 * Runs in a separate process, so that it can be killed and restarted like the hosted services it stands in for.
 * Started by supervise-backend.ts, which holds the ports of the API and the mailbox and passes on their connections.
 */
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';
import { reason } from '../../functions/_shared/reason.ts';
import { openParts } from '../../functions/_shared/parts.ts';
import { makeHandler as makeCallReport } from '../../functions/call-report/handler.ts';
import { makeHandler as makeContactNotification } from '../../functions/contact-notification/handler.ts';
import { makeHandler as makeEditSignIn } from '../../functions/edit-sign-in/handler.ts';
import { makeHandler as makeMeetingAccess } from '../../functions/meeting-access/handler.ts';
import { makeHandler as makeRequestNotification } from '../../functions/request-notification/handler.ts';
import { makeHandler as makeRequestSweep, sweep } from '../../functions/request-sweep/handler.ts';
import { makeHandler as makeResourceAnnouncement } from '../../functions/resource-announcement/handler.ts';
import { makeHandler as makeUnsubscribe } from '../../functions/unsubscribe/handler.ts';
import { makeHandler as makeVerifiedRequest } from '../../functions/verified-request/handler.ts';
import { makeApiServer } from './api/server.ts';
import { openSupabase, type SupabaseApi } from './api/supabase.ts';
import { printError } from '../../src/lib/fault.ts';
import { EDIT_APP } from './code-host/edit-app.ts';
import { localFolder, localKeys } from './folder.ts';
import { makeMailboxServer } from './mail/mailbox-server.ts';
import { openMailbox } from './mail/mailbox.ts';
import { receiveConnections } from './pass-connections.ts';
import { LOOPBACK, serveOnFreePort } from './ports.ts';
import { openCluster, type DatabaseOptions } from './postgres/cluster.ts';
import { postgresHome } from './postgres/home.ts';
import { requireVerification } from './postgres/require-verification.ts';
import { openRealtime } from './realtime/server.ts';
import { proofOf } from './proof.ts';
import { announceBackend } from './running-backend.ts';
import { TEST_SECRETS } from './turnstile/tokens.ts';
import { goOnWithoutOutput } from './without-output.ts';

/** The addresses of the running services; sent to the parent process once they can answer. */
export interface BackendAddresses {
  apiUrl: string;
  publishableKey: string;
  mailboxUrl: string;
  database: DatabaseOptions;
  data: string;
}

/** Longer than a function waits for the mail server. */
const SETTLE_MS = 15_000;

/** The interval of the sweep, which retries notifications (milliseconds). */
const SWEEP_EVERY_MS = 60_000;

/** The steps that undo a start, in the order in which they were added. */
const undo: (() => unknown)[] = [];
let starting: Promise<unknown> = Promise.resolve();
let stopping: Promise<void> | undefined;

/** Answers the connections that the supervisor passes on, each by the server that it names. */
function receive(servers: Record<string, Server>): void {
  for (const server of Object.values(servers)) {
    // From then on, Node applies the server's timeouts.
    server.emit('listening');
    undo.push(() => server.closeAllConnections());
  }
  receiveConnections((name) => (stopping ? undefined : servers[name]));
}

/** What is being answered. */
const active = new Set<Promise<unknown>>();

/** Answers, and has a stop wait for it. */
const tracked =
  <Asked extends unknown[]>(answer: (...asked: Asked) => Promise<Response>) =>
  (...asked: Asked): Promise<Response> => {
    const answering = answer(...asked).finally(() => active.delete(answering));
    active.add(answering);
    return answering;
  };

/**
 * Waits for what is being answered. Once the ports of PostgreSQL and the mailbox are free, another program could take
 * them: it would get the mails that are still being sent, and the password of a driver that connects again.
 */
const settled = () => Promise.race([Promise.allSettled(active), wait(SETTLE_MS)]);

/**
 * Calls the API within this process. Its address, once freed, could be another program's, which would get the secret
 * key.
 */
function within(supabase: SupabaseApi): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    const aborted = new Promise<never>((_answered, failed) =>
      signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true }),
    );
    return Promise.race([supabase(request), aborted]);
  };
}

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
  const cluster = await openCluster(home, keys.postgresPassword, () => {
    if (stopping) return;
    console.error('PostgreSQL stopped unexpectedly; stopping the backend.');
    process.exit(1);
  });
  undo.push(() => cluster.stop());

  const storage = join(folder, 'storage');
  // Other users of this machine must not read resumes.
  mkdirSync(storage, { recursive: true, mode: 0o700 });
  const siteUrl = process.env['SITE_URL'] ?? 'http://localhost:4321';
  const { port: smtpPort, served: mailbox } = await serveOnFreePort('SMTP_PORT', 54_425, (port) =>
    openMailbox(join(folder, 'mail'), port),
  );
  undo.push(() => mailbox.close());

  const apiUrl = `http://${LOOPBACK}:${process.env['API_PORT']}`;
  const turnstileUrl = process.env['TURNSTILE_URL'];
  const dailyUrl = process.env['MEETINGS_API_URL'];
  const codeHost = process.env['CODE_HOST_URL'];
  const { supabase, close } = await openSupabase(cluster.options, keys, siteUrl, storage);
  undo.push(close);
  await requireVerification(cluster.options, Boolean(turnstileUrl));
  // What hosted functions get from their environment and secrets. The shell's variables are left out on purpose: a
  // rehearsal must not use the key of a real provider.
  const settings: Record<string, string> = {
    SUPABASE_URL: apiUrl,
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    CALL_REPORT_SECRET: keys.callReport,
    TEAM_EMAIL: emailCopy.siteEmail,
    MAIL_FROM: `${emailCopy.company} <${emailCopy.siteEmail}>`,
    SMTP_URL: `smtp://${LOOPBACK}:${smtpPort}`,
    SITE_URL: siteUrl,
    ...(turnstileUrl && {
      TURNSTILE_SECRET_KEY: TEST_SECRETS.verifies,
      TURNSTILE_VERIFY_URL: `${turnstileUrl}/turnstile/v0/siteverify`,
    }),
    ...(dailyUrl && { DAILY_API_URL: dailyUrl, DAILY_API_KEY: keys.daily, MEETING_SECRET: keys.meeting }),
    ...(codeHost && { CODE_HOST_URL: codeHost, EDIT_APP_ID: EDIT_APP, EDIT_APP_SECRET: keys.editApp }),
  };
  const parts = openParts((name) => settings[name], { fetch: within(supabase) });
  const functions = {
    'call-report': tracked(makeCallReport(parts)),
    'contact-notification': tracked(makeContactNotification(parts)),
    'edit-sign-in': tracked(makeEditSignIn(parts)),
    'meeting-access': tracked(makeMeetingAccess(parts)),
    'request-notification': tracked(makeRequestNotification(parts)),
    'request-sweep': tracked(makeRequestSweep(parts)),
    'resource-announcement': tracked(makeResourceAnnouncement(parts)),
    unsubscribe: tracked(makeUnsubscribe(parts)),
    'verified-request': tracked(makeVerifiedRequest(parts)),
  };

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

  const realtime = await openRealtime(cluster.options, keys);
  undo.push(() => realtime.close());
  const mailboxUrl = `http://localhost:${process.env['MAILBOX_PORT']}/mailbox`;
  undo.push(settled);
  const api = makeApiServer(tracked(supabase), functions, (nonce) => proofOf(keys.secret, apiUrl, nonce));
  api.on('upgrade', (...request) => realtime.upgrade(...request));
  receive({
    api,
    mailbox: makeMailboxServer(mailboxUrl, mailbox, siteUrl),
  });

  undo.push(announceBackend(folder, apiUrl, siteUrl));
  return {
    apiUrl,
    publishableKey: keys.publishable,
    mailboxUrl,
    database: cluster.options,
    data: home.data,
  };
}

goOnWithoutOutput();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// The parent was killed, so nothing else would stop this process.
process.on('disconnect', () => void stop(0));

try {
  const started = start();
  starting = started;
  const addresses = await started;
  if (process.connected) process.send?.(addresses);
  // The parent exited before we listened for it.
  else await stop(0);
} catch (error) {
  printError(error);
  await stop(1);
}
