import { rmSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { EDIT_APP } from '../../tools/local/code-host/edit-app.ts';
import { serveCodeHost } from '../../tools/local/code-host/server.ts';
import type { DatabaseOptions } from '../../tools/local/postgres/cluster.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { serveMeetings } from '../../tools/local/meeting/server.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { serveRehearsal } from '../../tools/local/voice/server.ts';
import { expectNoPersonalData, lookAtConsole } from './log-check.ts';
import { sharedBuild } from './shared-build.ts';
import { startStack } from './stack.ts';

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
 * Builds the site connected to a fresh backend and a rehearsal, unconnected, and with a hosted voice, and serves each.
 * Returns a function that stops everything.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  lookAtConsole();
  const meetingPort = await getPort();
  const sitePort = await getPort();
  const codeHostPort = await getPort();
  const stack = await startStack({
    CODE_HOST_URL: `http://127.0.0.1:${codeHostPort}`,
    // Links in mails, and those of the desk to a meeting, lead to the site under test.
    SITE_URL: `http://localhost:${sitePort}`,
    MEETINGS_API_URL: `http://127.0.0.1:${meetingPort}/v1`,
  });
  const codeHost = await serveCodeHost(codeHostPort, {
    folder: join(stack.folder, 'code-host'),
    app: {
      id: EDIT_APP,
      secret: localKeys(stack.folder).editApp,
      callbacks: [`http://localhost:${sitePort}/edit`],
    },
  });
  const meetings = await serveMeetings(meetingPort, localKeys(stack.folder).daily);
  // Almost all tests come from one IP address.
  await stack.database`update private.settings set requests_per_ip = 2000`;

  const { backend } = stack;
  const voicePort = await getPort();
  const rehearsal = await serveRehearsal(voicePort, {
    report: { url: `${backend.apiUrl}/functions/v1/call-report`, secret: stack.reportSecret },
  });
  const rehearsalUrl = `http://127.0.0.1:${voicePort}`;
  const supabase = { PUBLIC_SUPABASE_URL: backend.apiUrl, PUBLIC_SUPABASE_KEY: backend.publishableKey };
  const [connected, unconnected, hostedVoice] = await Promise.all([
    sharedBuild({
      ...supabase,
      PUBLIC_REHEARSAL_URL: rehearsalUrl,
      PUBLIC_MEETINGS: meetings.url,
      PUBLIC_CODE_HOST: codeHost.url,
      PUBLIC_EDIT_APP: EDIT_APP,
    }),
    sharedBuild(),
    process.env['WITHOUT_EXHAUSTIVE'] ? undefined : sharedBuild({ ...supabase, ...VAPI, PUBLIC_MEETINGS: 'daily' }),
  ]);
  const unconnectedPort = await getPort();
  const hostedVoicePort = await getPort();
  const servers = [
    await serveSite(connected.folder, sitePort),
    await serveSite(unconnected.folder, unconnectedPort),
    ...(hostedVoice ? [await serveSite(hostedVoice.folder, hostedVoicePort)] : []),
  ];

  const environment: E2eEnvironment = {
    siteUrl: `http://localhost:${sitePort}`,
    unconnectedUrl: `http://localhost:${unconnectedPort}`,
    hostedVoiceUrl: `http://localhost:${hostedVoicePort}`,
    hostedVoiceFolder: hostedVoice?.folder ?? '',
    rehearsalUrl,
    meetingsUrl: meetings.url,
    meetingsKey: localKeys(stack.folder).daily,
    meetingSecret: localKeys(stack.folder).meeting,
    codeHostUrl: codeHost.url,
    apiUrl: backend.apiUrl,
    publishableKey: backend.publishableKey,
    networkKey: stack.networkKey,
    secretKey: stack.secretKey,
    mailboxUrl: backend.mailboxUrl,
    database: backend.database,
  };
  process.env['E2E'] = JSON.stringify(environment);

  return async () => {
    for (const server of servers) server.close();
    await rehearsal.close();
    await meetings.close();
    await codeHost.close();
    await stack.stop();
    rmSync(stack.folder, { recursive: true, force: true });
    expectNoPersonalData();
  };
}
