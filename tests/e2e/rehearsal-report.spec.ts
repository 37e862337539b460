import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { Page } from 'playwright/test';
import { readAgent } from '../../src/build/knowledge/agent.ts';
import type { EndOfCallReport } from '../../tools/local/voice/report.ts';
import type { Scenario } from '../../tools/local/voice/scenarios.ts';
import { serveRehearsal, type Rehearsal } from '../../tools/local/voice/server.ts';
import { expect, FAILED_RESOURCE, test as base } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

type Report = EndOfCallReport['message'];

/** A message of the call machine. */
interface Heard {
  action: string;
  data?: string;
}

const { goodbye, silence } = readAgent();

/** The rehearsal with a server that receives its reports, and pages that run only the call machine. */
interface Fixtures {
  reports: Report[];
  rehearsal: Rehearsal & { url: string };
  /** A live call; with `connecting`, one that has only joined its room. */
  open: (scenario?: Scenario, until?: 'live' | 'connecting') => Promise<void>;
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://localhost:${(server.address() as { port: number }).port}`;
}

const test = base.extend<Fixtures>({
  reports: async ({}, use) => use([]),
  rehearsal: async ({ reports, hosts }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
    cpSync('content', join(folder, 'content'), { recursive: true });
    const file = join(folder, 'content/assistant/agent.mdx');
    const limits = [
      [/askAfterSeconds: .*/, 'askAfterSeconds: 5'],
      [/hangUpAfterSeconds: .*/, 'hangUpAfterSeconds: 10'],
    ] as const;
    const agent = limits.reduce((text, [pattern, value]) => text.replace(pattern, value), readFileSync(file, 'utf8'));
    writeFileSync(file, agent);
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        reports.push((JSON.parse(Buffer.concat(chunks).toString()) as EndOfCallReport).message);
        response.end();
      });
    });
    const report = { url: await listen(receiver), secret: 'secret' };
    const port = await getPort();
    const rehearsal = await serveRehearsal(port, { report, contentRoot: folder });
    const url = `http://127.0.0.1:${port}`;
    hosts.push(new URL(url).host);
    await use({ ...rehearsal, url });
    await rehearsal.close();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true });
  },
  open: async ({ page, rehearsal, hosts }, use) => {
    const pages = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,"><p>A call'),
    );
    const address = await listen(pages);
    hosts.push(new URL(address).host);
    await use(async (scenario = 'live', until = 'live') => {
      await page.goto(address);
      // Sound requires a user gesture.
      await page.click('p');
      await page.evaluate(joinCall, { base: `${rehearsal.url}/${scenario}`, live: until === 'live' });
    });
    pages.closeAllConnections();
    pages.close();
  },
});

/** Does in a page what both SDKs do with the call machine. */
async function joinCall({ base, live }: { base: string; live: boolean }): Promise<void> {
  const call = { assistantId: 'rehearsal', assistantOverrides: { metadata: { leadEmail: 'ada@example.com' } } };
  const created = await fetch(`${base}/call/web`, { method: 'POST', body: JSON.stringify(call) });
  const { webCallUrl: url } = (await created.json()) as { webCallUrl: string };
  const [audioTrack] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
  const heard: Heard[] = [];
  const send = (message: object) =>
    window.postMessage({ ...message, what: 'iframe-call-message', from: 'module', callClientId: 'call' });
  const comes = (action: string) =>
    new Promise((done) =>
      addEventListener('message', ({ data }: MessageEvent<Heard>) => data.action === action && done(undefined)),
    );
  Object.assign(window, {
    heard,
    send,
    _daily: { pendings: ['call'], instances: { call: { tracks: { audioTrack } } } },
  });
  addEventListener('message', ({ data }: MessageEvent<Heard & { from: string }>) => {
    if (data.from === 'embedded') heard.push(data);
  });
  const script = document.createElement('script');
  script.src = `${base}/call-machine.js`;
  document.head.append(script);
  await new Promise((loaded) => script.addEventListener('load', loaded));
  const joined = comes('joined-meeting');
  send({ action: 'join-meeting', properties: { url, dailyJsVersion: '0.87.0' } });
  await joined;
  const given = Promise.race([comes('participant-updated'), comes('left-meeting')]);
  send({ action: 'update-participant' });
  await given;
  if (live) send({ action: 'app-msg', data: 'playable' });
}

const send = (page: Page, message: object) =>
  page.evaluate((message) => (window as unknown as { send(message: object): void }).send(message), message);
const ask = (page: Page, content: string) =>
  send(page, { action: 'app-msg', data: JSON.stringify({ type: 'add-message', message: { content } }) });

/** The messages of the call machine to daily-js. */
const heard = (page: Page): Promise<Heard[]> => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
/** The messages of the agent to the page, as text. */
const said = async (page: Page) => (await heard(page)).map(({ data }) => data ?? '').join('\n');

const only = async (reports: readonly Report[]): Promise<Report> => {
  await expect.poll(() => reports.length).toBe(1);
  return reports[0] as Report;
};

/** Ways to leave a page without hanging up. */
const GOES: [string, (page: Page) => Promise<unknown>][] = [
  ['closes', (page) => page.close()],
  ['closes with its window', (page) => page.context().close()],
  ['is reloaded', (page) => page.reload()],
  ['is left for another page', (page) => page.goto('about:blank')],
  // As in a browser that does not close its connections.
  ['enters the back/forward cache', (page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))],
  ['crashes', (page) => page.goto('chrome://crash').catch(() => undefined)],
];
for (const [what, go] of GOES)
  test(
    `a page that ${what} ends its call: the report arrives within a second`,
    EXHAUSTIVE,
    async ({ page, open, reports }) => {
      await open();
      await expect.poll(() => said(page)).toContain('Hello');
      const gone = Date.now();
      const going = go(page);
      await expect.poll(() => reports.length, { intervals: [10] }).toBe(1);
      expect(Date.now() - gone).toBeLessThan(1000);
      await going;
      const report = await only(reports);
      expect(report).toMatchObject({ endedReason: 'customer-ended-call' });
      expect(report.startedAt).toBeDefined();
      expect(report.call?.assistantOverrides?.metadata).toEqual({ leadEmail: 'ada@example.com' });
      expect(report.artifact.transcript).toMatch(/^AI: Hello/);
    },
  );

test('a caller who leaves the meeting has ended the call', EXHAUSTIVE, async ({ page, open, reports, rehearsal }) => {
  await open();
  await expect.poll(() => said(page)).toContain('Hello');
  await send(page, { action: 'leave-meeting' });
  const { endedReason, startedAt } = await only(reports);
  expect(endedReason).toBe('customer-ended-call');
  expect(startedAt).toBeDefined();
  await rehearsal.close();
  expect(reports).toHaveLength(1);
  // The meeting is left once, and no connection was lost.
  const actions = (await heard(page)).map(({ action }) => action);
  expect(actions.filter((action) => /left-meeting|network-connection/.test(action))).toEqual(['left-meeting']);
});

test('the room receives everything in order, however long that takes', EXHAUSTIVE, async ({ page, open, reports }) => {
  const begun: (() => Promise<void>)[] = [];
  await page.route('**/live', (route) => void begun.push(() => route.continue()));
  await open('hangs-up');
  await expect.poll(async () => (await heard(page)).map(({ action }) => action)).toContain('left-meeting');
  await expect.poll(() => begun.length).toBe(1);
  await begun[0]?.();
  const { endedReason, startedAt } = await only(reports);
  expect(endedReason).toBe('assistant-ended-call');
  expect(startedAt).toBeDefined();
});

test('a call left while it connects has no start time', EXHAUSTIVE, async ({ page, open, reports }) => {
  await open('live', 'connecting');
  await send(page, { action: 'leave-meeting' });
  const report = await only(reports);
  expect(report).toMatchObject({ endedReason: 'customer-ended-call', durationSeconds: 0 });
  expect(report.startedAt).toBeUndefined();
});

/** How the machine ends calls, with the provider's names. */
const ENDS: [Scenario, string][] = [
  ['hangs-up', 'assistant-ended-call'],
  ['meeting-ended', 'assistant-ended-call'],
  ['ended-by-error', 'pipeline-error-openai-llm-failed'],
  ['ended-before-it-began', 'assistant-join-timed-out'],
  ['provider-ended', 'worker-shutdown'],
  ['provider-ended-silently', 'worker-shutdown'],
  ['connection-error', 'customer-ended-call'],
  ['network-lost', 'customer-ended-call'],
];
for (const [scenario, reason] of ENDS)
  test(`${scenario} is reported as ${reason}`, EXHAUSTIVE, async ({ page, open, reports, rehearsal }) => {
    await open(scenario);
    const { endedReason, startedAt } = await only(reports);
    expect(endedReason).toBe(reason);
    expect(startedAt === undefined).toBe(scenario === 'ended-before-it-began');
    const leaves = scenario !== 'provider-ended-silently';
    if (leaves)
      await expect.poll(async () => (await heard(page)).map(({ action }) => action)).toContain('left-meeting');
    await rehearsal.close();
    expect(reports).toHaveLength(1);
    expect((await heard(page)).some(({ action }) => action === 'left-meeting')).toBe(leaves);
  });

test('the report has what the agent began to say, up to its goodbye', EXHAUSTIVE, async ({ page, open, reports }) => {
  await open();
  await expect.poll(() => said(page)).toContain('Hello');
  // Asked during the greeting, whose last sentence is never spoken.
  await ask(page, 'How long is an internship?');
  await expect.poll(() => said(page)).toContain('That is from the page');
  await ask(page, 'Bye!');
  const { endedReason, artifact, analysis } = await only(reports);
  expect(endedReason).toBe('assistant-ended-call');
  const lines = artifact.transcript?.trimEnd().split('\n') ?? [];
  expect(lines.map((line) => line.split(':')[0])).toEqual(['AI', 'User', 'AI', 'User', 'AI']);
  expect(lines[0]).not.toContain('please type');
  expect(lines.at(-1)).toBe(`AI: ${goodbye}`);
  expect(analysis.summary).toMatch(/^You asked about: /);
});

test('after a silence the agent asks, then ends the call', EXHAUSTIVE, async ({ page, open, reports }) => {
  const told: string[] = [];
  page.on('request', (request) => told.push(request.url().split('/').at(-1) ?? ''));
  await open();
  await expect.poll(() => said(page), { timeout: 25_000 }).toContain(silence.question);
  await expect.poll(() => said(page)).toContain('"endedReason":"silence-timed-out"');
  const { endedReason, artifact } = await only(reports);
  expect(endedReason).toBe('silence-timed-out');
  // The room knows why.
  expect(told).toContain('pause');
  expect(told).not.toContain('end');
  expect(artifact.transcript?.trimEnd().endsWith(`AI: ${silence.question}`)).toBe(true);
  // The greeting is longer than the silence, and does not count as part of it.
  const [greeting, question] = artifact.messages ?? [];
  expect((question as { time: number }).time - (greeting as { endTime: number }).endTime).toBeGreaterThan(4900);
});

test('the agent does not ask while it owes an answer', EXHAUSTIVE, async ({ page, open }) => {
  await page.route('**/turns', () => undefined);
  await open();
  await expect.poll(() => said(page), { timeout: 25_000 }).toContain('"status":"stopped"');
  await ask(page, 'How long is an internship?');
  // The question never reaches the room, which therefore hears a silence.
  await expect.poll(() => said(page), { timeout: 15_000 }).toContain('"endedReason":"silence-timed-out"');
  expect(await said(page)).not.toContain(silence.question);
});

test('a rehearsal that stops ends the call in the page', EXHAUSTIVE, async ({ page, open, rehearsal }) => {
  await open();
  // The browser itself reports requests in flight as failed.
  await expect.poll(() => said(page), { timeout: 25_000 }).toContain('"status":"stopped"');
  await rehearsal.close();
  await expect.poll(() => said(page)).toContain('"endedReason":"worker-shutdown"');
  expect((await heard(page)).map(({ action }) => action)).toContain('left-meeting');
});

test('a room that cannot be reached is a lost connection', EXHAUSTIVE, async ({ page, open, expectedErrors }) => {
  expectedErrors.push(FAILED_RESOURCE);
  await page.route('**/signals', (route) => route.abort('connectionreset'));
  await open('live', 'connecting');
  await expect.poll(async () => (await heard(page)).map(({ action }) => action)).toContain('left-meeting');
  expect(await heard(page)).toContainEqual(expect.objectContaining({ action: 'network-connection' }));
});
