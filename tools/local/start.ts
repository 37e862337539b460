/**
 * `npm start`: the built site with everything it needs, on this machine.
 * `npm run dev` (start.ts --dev): the same, with hot reload of code and copy.
 * `npm run edit` (start.ts --edit): the dev site, opened in the browser with editing on. Reuses one that is running.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { shownOnce } from '../backend/new-password.ts';
import type { BackendAddresses } from './backend.ts';
import { buildSite, type Connection } from './build-site.ts';
import { EDIT_APP } from './code-host/edit-app.ts';
import type { LocalCodeHost } from './code-host/options.ts';
import { runDevServer } from './dev-server.ts';
import { isDevSiteRunning, openToEdit } from './edit.ts';
import { Fault, printError } from '../../src/lib/fault.ts';
import { firstAccount, type FirstAccount } from './first-account.ts';
import { localFolder, localKeys } from './folder.ts';
import { hostedServices, type Hosted } from './mode.ts';
import { holdPort, holdPorts, LOOPBACK, type HeldPort } from './ports.ts';
import type { StandIns } from './stand-ins.ts';
import { superviseBackend, type SupervisedBackend } from './supervise-backend.ts';
import { STAND_IN_PORTS, standInUrl, superviseStandIns, type StandInPorts } from './supervise-stand-ins.ts';
import { supervise, type Supervised } from './supervise.ts';
import { isTestKey } from './turnstile/test-keys.ts';
import { watchFunctions } from './watch-functions.ts';
import { goOnWithoutOutput } from './without-output.ts';

const edit = process.argv.includes('--edit');
const develop = edit || process.argv.includes('--dev');
/** The pause before the site is asked again whether it answers (milliseconds). */
const ASK_AGAIN_MS = 200;
/** Aborted to stop everything; everything below listens to it. */
const stopping = new AbortController();
let backend: SupervisedBackend | undefined;
let standIns: Supervised<StandIns> | undefined;
let site: Supervised<unknown> | undefined;

async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  // Reports active calls to the backend.
  await standIns?.stop();
  await backend?.stop();
  await site?.stop();
  process.exit(code);
}
// An error that nobody thought of must not end this process: another program could take its ports, and what pages send to
// them. A listener would not do: a package has one, which ends the process.
process.setUncaughtExceptionCaptureCallback(printError);
goOnWithoutOutput();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

async function developSite(held: HeldPort, connection: Partial<Connection>): Promise<void> {
  const running = backend;
  if (running) {
    const unwatch = watchFunctions(() => running.restart());
    stopping.signal.addEventListener('abort', unwatch);
  }
  const { signal } = stopping;
  await runDevServer({
    held,
    connection,
    signal,
    onEnd: (code) => void stop(code),
    // The editor's session ended with the server.
    onRestart: () => void (edit && openToEdit().catch(printError)),
  });
  // So that "ready" means that the site answers. When Vite starts again meanwhile, it breaks the request off.
  const answers = () =>
    fetch(`http://${LOOPBACK}:${held.port}/`, { signal }).then(
      () => true,
      () => signal.aborted,
    );
  while (!(await answers())) await wait(ASK_AGAIN_MS);
}

async function buildAndServe(held: HeldPort, connection: Partial<Connection>): Promise<void> {
  console.log('Building the site …');
  // Refuses a folder that is not ours, before the build empties what is there.
  localKeys(localFolder());
  const folder = join(localFolder(), 'site');
  await buildSite(folder, connection, stopping.signal);
  // This process reads nothing of what arrives at its ports: a request can end the one that does.
  const launch = Promise.resolve({ args: [folder], env: process.env, ports: { site: held } });
  site = supervise('server of the site', new URL('site-process.ts', import.meta.url), launch);
  await site.ready;
}

/** Holds the ports of the stand-ins for what is not hosted. */
function holdStandIns({ backend: hostedBackend, voice, turnstileSiteKey }: Hosted): Promise<StandInPorts> {
  const { voice: calls, turnstile, meetings, codeHost } = STAND_IN_PORTS;
  return holdPorts({
    ...(!voice && { voice: calls }),
    // Only a test key can be tried on this machine: a real site key works with the hosted backend and its own pages.
    ...(!hostedBackend && isTestKey(turnstileSiteKey) && { turnstile }),
    ...(!hostedBackend && { meetings }),
    // `npm run edit` has an editor of its own, which needs no code host.
    ...(!edit && { codeHost }),
  });
}

const indent = (text: string) => text.replaceAll(/^/gm, '           ');

const aboutAccount = ({ address, password }: FirstAccount) =>
  `Sign in with\n${shownOnce(address, password)}\nOn this machine, signing in is a stand-in for Supabase's.`;

const aboutEditing = ({ url, repository }: Pick<LocalCodeHost, 'url' | 'repository'>) =>
  `Sign in with the token ${localKeys(localFolder()).editor}\nOn this machine, a stand-in for GitHub keeps what is proposed: ${url}/${repository}`;

async function start(): Promise<void> {
  // Held until the site is served: two starts at once get two ports.
  const held = await holdPort('PORT', 4321);
  const { port } = held;
  const siteUrl = `http://localhost:${port}`;
  const hosted = hostedServices();
  const ports = await holdStandIns(hosted);
  const [turnstile, meetings, voice] = [
    standInUrl(ports, 'turnstile'),
    standInUrl(ports, 'meetings'),
    standInUrl(ports, 'voice'),
  ];
  let backendUrl: string | undefined;
  let ready: Promise<BackendAddresses> | undefined;
  if (!hosted.backend) {
    console.log('Starting PostgreSQL, the API and the mailbox …');
    backend = superviseBackend({
      SITE_URL: siteUrl,
      TURNSTILE_URL: turnstile ?? '',
      MEETINGS_API_URL: `${meetings}/v1`,
      CODE_HOST_URL: standInUrl(ports, 'codeHost') ?? '',
    });
    ({ ready } = backend);
    // It is awaited below, together with the site.
    ready.catch(() => undefined);
    backendUrl = await backend.address();
  }
  standIns = superviseStandIns(ports, { siteUrl, backendUrl });
  const { codeHost } = await standIns.ready;
  const connection: Partial<Connection> = {
    ...(backendUrl
      ? { PUBLIC_SUPABASE_URL: backendUrl, PUBLIC_SUPABASE_KEY: localKeys(localFolder()).publishable }
      : hosted.backend),
    // With a real key, the local backend checks nothing.
    ...((turnstile || hosted.backend) && { PUBLIC_TURNSTILE_SITE_KEY: hosted.turnstileSiteKey }),
    ...(turnstile && { PUBLIC_TURNSTILE_URL: turnstile }),
    PUBLIC_MEETINGS: meetings ?? hosted.meetings,
    ...(codeHost && {
      PUBLIC_CODE_HOST: codeHost.url,
      // A hosted backend has no settings of an App that is on this machine only.
      PUBLIC_EDIT_APP: backendUrl ? EDIT_APP : '',
    }),
    ...(voice ? { PUBLIC_REHEARSAL_URL: voice } : hosted.voice),
  };
  if (develop) await ready;
  const [addresses] = await Promise.all([
    ready,
    develop ? developSite(held, connection) : buildAndServe(held, connection),
  ]);
  if (stopping.signal.aborted) return;

  const account = addresses && (await firstAccount(addresses));
  console.log(`\n  Site     ${siteUrl}\n  Desk     ${siteUrl}/desk`);
  if (account) console.log(indent(aboutAccount(account)));
  if (codeHost) {
    console.log(`  Edit     ${siteUrl}/edit`);
    console.log(indent(aboutEditing(codeHost)));
  }
  if (addresses) {
    const { mailboxUrl, data } = addresses;
    console.log(`  Mailbox  ${mailboxUrl}\n  Data     ${data}`);
  } else {
    console.log('  Requests go to the Supabase project in .env.');
    if (!hosted.voice) console.log('  Rehearsed calls are not reported there, so no mail is sent after them.');
  }
  console.log(`  Calls    ${hosted.voice ? 'go to the Vapi assistant in .env' : 'are rehearsed on this machine'}`);
  if (meetings) console.log('  Meetings take place in rooms on this machine');
  if (turnstile) console.log('  Forms    are checked by a stand-in for Cloudflare Turnstile');
  else if (hosted.turnstileSiteKey && addresses)
    console.log("  Forms    are not checked here: PUBLIC_TURNSTILE_SITE_KEY is not one of Cloudflare's test keys");
  if (edit) await openToEdit();
  console.log('\nready');
}

try {
  if (Number(process.versions.node.split('.')[0]) < 22)
    throw new Fault('Node is too old. Run `npm start`, which uses the Node version that comes with this project.');
  await (edit && (await isDevSiteRunning()) ? openToEdit() : start());
} catch (error) {
  // An error caused by stopping is not a failure.
  if (!stopping.signal.aborted) printError(error);
  await stop(1);
}
