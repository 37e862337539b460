import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import getPort from 'get-port';
import postgres from 'postgres';
import { databaseOptions, type DatabaseOptions } from '../../tools/local/postgres/cluster.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { postgresHome } from '../../tools/local/postgres/home.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { ready, startLocally } from './local-start.ts';
import { expectNoPersonalData } from './log-check.ts';
import { sharedBuild } from './shared-build.ts';
import { freePort, freePorts, temporaryFolder } from './stack.ts';

/** The keys of the site with a hosted voice. */
export const VAPI = {
  PUBLIC_VAPI_KEY: 'b7e6f0a4-7d2c-4c58-9a3e-5f1d20c6a913',
  PUBLIC_VAPI_ASSISTANT_ID: '8e0b3c5a-2f4d-4c1e-9a77-5d6f0e1b2c3d',
} as const;

/** What the tests get in their environment; see tests/e2e/fixtures.ts. */
export interface E2eEnvironment {
  siteUrl: string;
  unconnectedUrl: string;
  /**
   * A site whose calls go to Vapi and Daily; a test fulfills these requests. It is built only if exhaustive tests run;
   * otherwise nothing is at this address.
   */
  hostedVoiceUrl: string;
  hostedVoiceFolder: string;
  rehearsalUrl: string;
  /** The video rooms that take Daily's place. */
  meetingsUrl: string;
  /** Authorizes whoever makes rooms there. */
  meetingsKey: string;
  /** The key of the links to them. */
  meetingSecret: string;
  /** The stand-in for GitHub, where editors can sign in with an App. */
  codeHostUrl: string;
  apiUrl: string;
  publishableKey: string;
  /** With it, a test chooses the IP address of a request (tests/setup/network.ts). */
  networkKey: string;
  /** The key of the team's own programs. */
  secretKey: string;
  mailboxUrl: string;
  database: DatabaseOptions;
}

/**
 * Runs `npm start`, and serves the site unconnected and with a hosted voice, too. Returns a function that stops
 * everything.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const keys = localKeys(folder);
  const ports = await freePorts();
  const siteUrl = `http://localhost:${await freePort()}`;
  const networkKey = randomUUID();
  const local = startLocally({
    LOCAL_DIR: folder,
    TEST_NETWORK_KEY: networkKey,
    PORT: new URL(siteUrl).port,
    ...ports,
  });
  for (const stream of [local.child.stdout, local.child.stderr]) stream?.pipe(process.stderr);
  const at = (port: string) => `http://127.0.0.1:${port}`;
  const apiUrl = at(ports.API_PORT);
  const supabase = { PUBLIC_SUPABASE_URL: apiUrl, PUBLIC_SUPABASE_KEY: keys.publishable };
  const [unconnected, hostedVoice] = await Promise.all([
    sharedBuild(),
    process.env['WITHOUT_EXHAUSTIVE'] ? undefined : sharedBuild({ ...supabase, ...VAPI, PUBLIC_MEETINGS: 'daily' }),
    ready(local),
  ]);
  const unconnectedPort = await getPort();
  const hostedVoicePort = await getPort();
  const servers = [
    await serveSite(unconnected.folder, unconnectedPort),
    ...(hostedVoice ? [await serveSite(hostedVoice.folder, hostedVoicePort)] : []),
  ];
  const options = databaseOptions(postgresHome(folder, keys.id), keys.postgresPassword);
  const database = postgres({ ...options, max: 1 });
  // Almost all tests come from one IP address.
  await database`update private.settings set requests_per_ip = 2000`;
  await database.end();

  const environment: E2eEnvironment = {
    siteUrl,
    unconnectedUrl: `http://localhost:${unconnectedPort}`,
    hostedVoiceUrl: `http://localhost:${hostedVoicePort}`,
    hostedVoiceFolder: hostedVoice?.folder ?? '',
    rehearsalUrl: at(ports.VOICE_PORT),
    meetingsUrl: at(ports.MEETING_PORT),
    meetingsKey: keys.daily,
    meetingSecret: keys.meeting,
    codeHostUrl: at(ports.CODE_HOST_PORT),
    apiUrl,
    publishableKey: keys.publishable,
    networkKey,
    secretKey: keys.secret,
    mailboxUrl: `http://localhost:${ports.MAILBOX_PORT}/mailbox`,
    database: options,
  };
  process.env['E2E'] = JSON.stringify(environment);

  return async () => {
    for (const server of servers) server.close();
    local.child.kill();
    if ((await local.ended) !== 0) throw new Error('npm start did not stop when it was asked to.');
    rmSync(folder, { recursive: true, force: true });
    expectNoPersonalData();
  };
}
