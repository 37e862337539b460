import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAgent } from '../../src/build/knowledge/agent.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import { JOIN_WITHIN } from './voice/limits.ts';
import type { EndOfCallReport } from './voice/report.ts';
import type { Signal, SpokenTurn } from './voice/room.ts';
import { serveRehearsal, type Rehearsal, type RehearsalOptions } from './voice/server.ts';

const SECRET = 'a-secret-of-this-test';
const LEAD = { leadName: 'Ada Example', leadEmail: 'ada@example.com' };
const OVERRIDES = { metadata: { ...LEAD, consent: true, pages: ['/', '/flow'] }, variableValues: LEAD };

interface Delivered {
  headers: IncomingHttpHeaders;
  body: EndOfCallReport;
}

let undo: (() => unknown)[] = [];
let receiver: Server;
let reportUrl: string;
let rehearsal: Rehearsal;
let url: string;
/** What was delivered, and the planned answers: 200 by default; 0 breaks the connection. */
let delivered: Delivered[];
let answers: number[];
let logged: string[];

/** Accepts reports as the site's server would. */
async function receive(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as EndOfCallReport;
      delivered.push({ headers: request.headers, body });
      const status = answers.shift() ?? 200;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { location: '/elsewhere' }).end('{}');
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

async function start(options: RehearsalOptions = { report: { url: reportUrl, secret: SECRET } }): Promise<void> {
  const port = await getPort();
  url = `http://127.0.0.1:${port}`;
  const started = await serveRehearsal(port, options);
  rehearsal = started;
  undo.push(() => started.close());
}

beforeEach(async () => {
  delivered = [];
  answers = [];
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => logged.push(words.join(' ')));
  const port = await getPort();
  reportUrl = `http://127.0.0.1:${port}/reports`;
  receiver = await receive(port);
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
  receiver.closeAllConnections();
  receiver.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const reports = () => delivered.map(({ body }) => body.message);
const report = async () => {
  await vi.waitFor(() => expect(delivered).not.toEqual([]), { timeout: 5000 });
  return reports()[0] as EndOfCallReport['message'];
};
/** Everything that will ever be delivered. */
async function allReports() {
  await rehearsal.close();
  return reports();
}

/** A caller's page, which behaves like the call machine. */
class Caller {
  readonly room: string;
  readonly id: string;
  readonly #left = new AbortController();
  /** The room's signals; `told` says whether the room has hung up. */
  readonly signals: Signal[] = [];
  told: Promise<'over' | 'broken'> = Promise.resolve('broken');

  constructor(room: string) {
    this.room = room;
    this.id = room.split('/').at(-1) ?? '';
  }

  async join(): Promise<this> {
    const response = await fetch(`${this.room}/signals`, { signal: this.#left.signal });
    expect(response.status).toBe(200);
    const listen = async () => {
      let text = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const lines = (text + chunk).split('\n');
        text = lines.pop() ?? '';
        this.signals.push(...lines.map((line) => JSON.parse(line) as Signal));
      }
      return 'over' as const;
    };
    this.told = listen().catch(() => 'broken' as const);
    return this;
  }

  readonly post = async (path: string, body?: object): Promise<Response> =>
    fetch(`${this.room}/${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });

  async turn(response: Promise<Response>): Promise<SpokenTurn> {
    return (await (await response).json()) as SpokenTurn;
  }

  readonly greeting = () => this.turn(fetch(`${this.room}/greeting`));
  readonly ask = (text: string) => this.turn(this.post('turns', { text }));

  /** Plays a turn, or only its first sentences. */
  async play({ speech }: SpokenTurn, sentences = speech.length): Promise<void> {
    for (const path of speech.slice(0, sentences)) await this.post(path);
    if (sentences === speech.length) await this.post('pause');
  }

  async leave(): Promise<void> {
    this.#left.abort();
    await this.told;
  }
}

async function createCall(
  scenario = 'live',
  order: object = { assistantId: 'rehearsal', assistantOverrides: OVERRIDES },
) {
  const response = await fetch(`${url}/${scenario}/call/web`, { method: 'POST', body: JSON.stringify(order) });
  return new Caller(((await response.json()) as { webCallUrl: string }).webCallUrl);
}

/** A caller who has heard the greeting. */
async function call(scenario = 'live'): Promise<Caller> {
  const caller = await (await createCall(scenario)).join();
  await caller.post('live');
  await caller.play(await caller.greeting());
  return caller;
}

describe('the report of a call', () => {
  it('has the shape, secret and wording of the provider’s reports', { tags: ['exhaustive'] }, async () => {
    await start();
    const before = Date.now();
    const caller = await call();
    const answer = await caller.ask('How long is an internship?');
    await caller.play(answer);
    await caller.play(await caller.ask('Who won the match last night?'));
    const farewell = await caller.ask('Bye!');
    expect(farewell.ends).toBe(true);
    await caller.play(farewell);
    await caller.post('end', { reason: 'assistant-ended-call' });
    expect(await caller.told).toBe('over');

    const message = await report();
    const { headers } = delivered[0] as Delivered;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-vapi-secret': SECRET });
    const { firstMessage, goodbye } = readAgent();
    const said = [
      ['bot', firstMessage],
      ['user', 'How long is an internship?'],
      ['bot', answer.says.join(' ')],
      ['user', 'Who won the match last night?'],
      ['bot', expect.stringContaining('do not know')],
      ['user', 'Bye!'],
      ['bot', goodbye],
    ] as const;
    const time = expect.closeTo(before, -5) as number;
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    const seconds = expect.any(Number) as number;
    expect(message).toEqual({
      type: 'end-of-call-report',
      endedReason: 'assistant-ended-call',
      startedAt: iso,
      endedAt: iso,
      durationSeconds: seconds,
      timestamp: time,
      call: {
        id: caller.id,
        orgId: 'rehearsal',
        type: 'webCall',
        status: 'ended',
        assistantId: 'rehearsal',
        assistantOverrides: OVERRIDES,
        createdAt: iso,
        updatedAt: message.endedAt,
        startedAt: message.startedAt,
        endedAt: message.endedAt,
        endedReason: 'assistant-ended-call',
      },
      artifact: {
        transcript: expect.stringMatching(
          /^AI: Hello.*\nUser: How long is an internship\?\nAI: .*\nUser: Who .*\nAI: .*\nUser: Bye!\nAI: .*\n$/,
        ) as string,
        structuredOutputs: {
          [Object.keys(message.artifact.structuredOutputs ?? {})[0] ?? '']: {
            name: OUTCOME,
            result: {
              intent: 'How long is an internship',
              callBack: false,
              openQuestions: ['Who won the match last night?'],
              helped: false,
            },
          },
        },
        messages: said.map(([role, message]) => ({
          role,
          message: message as string,
          time,
          endTime: time,
          secondsFromStart: seconds,
        })),
      },
      analysis: {
        summary: expect.stringMatching(
          /^You asked about: How long is an internship\. .*"Who won the match last night\?"/,
        ) as string,
      },
    });
    const [createdAt, startedAt, endedAt] = [message.call?.createdAt, message.startedAt, message.endedAt].map((at) =>
      Date.parse(at ?? ''),
    ) as [number, number, number];
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(startedAt).toBeGreaterThanOrEqual(createdAt);
    expect(message.durationSeconds).toBe((endedAt - startedAt) / 1000);
    expect(message.durationSeconds).toBeGreaterThan(0);
    for (const { time, secondsFromStart } of message.artifact.messages as { time: number; secondsFromStart: number }[])
      expect(secondsFromStart).toBe((time - startedAt) / 1000);
    expect(await allReports()).toHaveLength(1);
  });

  it('is sent when the page’s connection breaks, with what the agent had begun to say', async () => {
    await start();
    const caller = await call();
    const answer = await caller.ask('How long is an internship?');
    expect(answer.says.length).toBeGreaterThan(1);
    await caller.play(answer, 1);
    const left = Date.now();
    await caller.leave();
    const { endedReason, artifact } = await report();
    expect(Date.now() - left).toBeLessThan(1000);
    expect(endedReason).toBe('customer-ended-call');
    expect(artifact.transcript?.split('\n').at(-2)).toBe(`AI: ${answer.says[0] ?? ''}`);
  });

  it('contains an order with as many levels as one can have, and one with more is refused', async () => {
    await start();
    const order = (levels: number) => `{"assistantOverrides":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const create = (body: string) => fetch(`${url}/live/call/web`, { method: 'POST', body });
    for (const levels of [101, 5000, 12_000, 30_000]) {
      const response = await create(order(levels));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: 'The body has more than 100 levels.' });
    }
    const created = (await (await create(order(100))).json()) as { webCallUrl: string };
    await (await new Caller(created.webCallUrl).join()).leave();
    expect((await report()).call?.assistantOverrides).toEqual(
      (JSON.parse(order(100)) as Record<string, unknown>)['assistantOverrides'],
    );
  });

  it.each([
    ['that is hung up while it connects', 'customer-ended-call', (caller: Caller) => caller.leave()],
    [
      'that the assistant ends before it is live',
      'assistant-join-timed-out',
      (caller: Caller) => caller.post('end', { reason: 'assistant-join-timed-out' }),
    ],
  ])('of one %s has no start, and lasted no time', async (_what, endedReason, end) => {
    await start();
    const caller = await (await createCall()).join();
    await end(caller);
    const message = await report();
    expect(message).toMatchObject({ endedReason, durationSeconds: 0, artifact: { transcript: '', messages: [] } });
    expect(message).not.toHaveProperty('startedAt');
    expect(message.call).not.toHaveProperty('startedAt');
    expect(message.analysis.summary).toBe('No question was asked.');
  });

  it('contains nothing that is said after the end', async () => {
    answers = [503];
    await start();
    const caller = await call();
    const question = await caller.ask('How long is an internship?');
    await caller.post('end', { reason: 'customer-ended-call' });
    await caller.play(question);
    await caller.post('live');
    expect((await caller.post('turns', { text: 'Who does the work?' })).status).toBe(409);
    await caller.post('end', { reason: 'assistant-ended-call' });
    await caller.leave();
    // The first try was refused, so the second came after all of this.
    await vi.waitFor(() => expect(delivered).toHaveLength(2));
    expect(delivered[0]).toMatchObject({ body: delivered[1]?.body });
    expect((await allReports()).at(-1)?.artifact.messages?.at(-1)).toMatchObject({
      role: 'user',
      message: 'How long is an internship?',
    });
    expect(delivered).toHaveLength(2);
  });

  it('quotes only the part of a question that the agent reads', async () => {
    await start();
    const caller = await call();
    await caller.ask('x'.repeat(5000));
    await caller.leave();
    expect((await report()).artifact.messages?.at(-1)).toMatchObject({ role: 'user', message: 'x'.repeat(2000) });
  });

  it('omits fields that the call was created without', async () => {
    await start();
    const bare = await (await createCall('live', {})).join();
    await bare.leave();
    expect(Object.keys((await report()).call ?? {})).not.toContain('assistantOverrides');
    expect(JSON.stringify(reports()[0])).not.toContain('null');
  });

  it('is sent nowhere unless a server is named', async () => {
    await start({});
    await (await call()).leave();
    expect(await allReports()).toEqual([]);
    expect(logged).toEqual([]);
  });
});

describe('a room', () => {
  it('refuses an order of more than 64 KB, or one that is not a JSON object', async () => {
    await start();
    const order = (body: string) => fetch(`${url}/live/call/web`, { method: 'POST', body });
    const filled = (length: number) => JSON.stringify({ metadata: 'x'.repeat(length - '{"metadata":""}'.length) });
    expect((await order(filled(64 * 1024))).status).toBe(201);
    const refused = await order(filled(64 * 1024 + 1));
    expect([refused.status, await refused.json()]).toMatchObject([413, { statusCode: 413 }]);
    for (const body of ['', '{', '[]', 'null', '7']) expect((await order(body)).status, body).toBe(400);
    expect(logged).toEqual([]);
  });

  it('admits one page, and tells a late one why the call is over', async () => {
    await start();
    const caller = await (await createCall()).join();
    expect((await fetch(`${caller.room}/signals`)).status).toBe(409);
    const late = await createCall();
    await late.post('end', { reason: 'assistant-ended-call' });
    await late.join();
    expect(await late.told).toBe('over');
    expect(late.signals).toEqual([{ hangUp: 'assistant-ended-call' }]);
  });

  it('is separate for each of two tabs', async () => {
    await start();
    const [first, second] = [await call(), await call()];
    await first.leave();
    expect((await report()).call?.id).toBe(first.id);
    expect((await second.ask('How long is an internship?')).ends).toBe(false);
    await second.leave();
    await vi.waitFor(() => expect(reports().map(({ call }) => call?.id)).toEqual([first.id, second.id]));
  });
});

describe('the limits of content/assistant/agent.mdx', () => {
  let folder: string;
  const edit = (file: string, pattern: RegExp, replacement: string) => {
    const before = readFileSync(join(folder, file), 'utf8');
    expect(before).toMatch(pattern);
    writeFileSync(join(folder, file), before.replace(pattern, replacement));
  };
  const AGENT = 'content/assistant/agent.mdx';

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(projectFolder, 'content'), join(folder, 'content'), { recursive: true });
    edit(AGENT, /^longestMinutes: .*/m, 'longestMinutes: 2');
    edit(AGENT, /askAfterSeconds: .*/, 'askAfterSeconds: 30');
    edit(AGENT, /question: .*/, 'question: Is {company} still of interest?');
    edit(AGENT, /hangUpAfterSeconds: .*/, 'hangUpAfterSeconds: 60');
    edit('content/site.yaml', /^name: .*/m, 'name: Acme Works');
    edit('content/site.yaml', /^email: .*/m, 'email: desk@acme.example');
    edit('content/site.yaml', /(internship-length:\n +value: ).*/, '$1nine months');
    edit('content/assistant/rehearsal.yaml', /nothing: .*/, 'nothing: You were silent.');
    await start({ report: { url: reportUrl, secret: SECRET }, contentRoot: folder });
    // Requests need real time to pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  });

  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

  it('end a call after its longest time', { tags: ['exhaustive'] }, async () => {
    const caller = await (await createCall()).join();
    await caller.post('live');
    await pass(60);
    // A second "live" does not restart the limit.
    await caller.post('live');
    await pass(50);
    expect(caller.signals).toEqual([]);
    await pass(11);
    expect(await caller.told).toBe('over');
    expect(caller.signals).toEqual([{ hangUp: 'exceeded-max-duration' }]);
    const { endedReason, durationSeconds, analysis } = await report();
    expect([endedReason, analysis.summary]).toEqual(['exceeded-max-duration', 'You were silent.']);
    expect(durationSeconds).toBeCloseTo(120, 0);
  });

  it('have the agent ask into a silence, and hang up', { tags: ['exhaustive'] }, async () => {
    const caller = await call();
    await pass(28);
    expect(caller.signals).toEqual([]);
    await pass(3);
    await vi.waitFor(() => expect(caller.signals).toHaveLength(1));
    const [asked] = caller.signals as { say: SpokenTurn }[];
    expect(asked?.say).toMatchObject({ says: ['Is Acme Works still of interest?'], ends: false });
    // It can be heard, and its end does not restart the silence.
    expect((await fetch(`${caller.room}/${asked?.say.speech[0] ?? ''}`)).headers.get('content-type')).toBe('audio/wav');
    if (asked) await caller.play(asked.say);
    await pass(30);
    expect(await caller.told).toBe('over');
    const { endedReason, artifact } = await report();
    expect(endedReason).toBe('silence-timed-out');
    expect(artifact.transcript).toMatch(/\nAI: Is Acme Works still of interest\?\n$/);
  });

  it('do not treat a long answer as silence', { tags: ['exhaustive'] }, async () => {
    const caller = await call();
    await caller.ask('How long is an internship?');
    await pass(100);
    expect(caller.signals).toEqual([]);
    await caller.leave();
    expect((await report()).endedReason).toBe('customer-ended-call');
  });

  it('are read from the same folder as the content', { tags: ['exhaustive'] }, async () => {
    const caller = await call();
    expect((await caller.ask('How long is an internship?')).says.join(' ')).toContain('nine months');
    await caller.ask('Who won the match last night?');
    await caller.leave();
    expect((await report()).analysis.summary).toContain('desk@acme.example');
  });

  it('end a call that nobody joins', { tags: ['exhaustive'] }, async () => {
    const caller = await createCall();
    await pass(JOIN_WITHIN / 1000 + 1);
    expect(await report()).toMatchObject({
      call: { id: caller.id },
      endedReason: 'call.in-progress.error-assistant-did-not-receive-customer-audio',
      durationSeconds: 0,
    });
  });
});

describe('a report that fails', () => {
  it('is sent again after a temporary error, and after a broken connection', { tags: ['exhaustive'] }, async () => {
    answers = [503, 0, 200];
    await start();
    await (await call()).leave();
    await vi.waitFor(() => expect(delivered).toHaveLength(3), { timeout: 5000 });
    expect(new Set(delivered.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await allReports();
    expect(delivered).toHaveLength(3);
    expect(logged).toEqual([]);
  });

  it('arrives when the server is back', async () => {
    await start();
    const caller = await call();
    receiver.closeAllConnections();
    receiver.close();
    await once(receiver, 'close');
    await caller.leave();
    await expect(fetch(reportUrl)).rejects.toThrow();
    receiver = await receive(Number(new URL(reportUrl).port));
    expect((await report()).call?.id).toBe(caller.id);
  });

  it.each([401, 307])('is given up after status %i, which one log line says without the secret', async (status) => {
    answers = [status];
    await start();
    const caller = await call();
    await caller.leave();
    await vi.waitFor(() => expect(logged).toHaveLength(1));
    expect(logged[0]).toBe(`The report of call ${caller.id} was not delivered: the server answered ${status}: {}`);
    expect(await allReports()).toHaveLength(1);
  });

  it('is sent twice in the scenario report-twice', async () => {
    await start();
    const caller = await call('report-twice');
    await caller.leave();
    await vi.waitFor(() => expect(delivered).toHaveLength(2));
    expect(delivered[1]?.body).toEqual(delivered[0]?.body);
    expect(await allReports()).toHaveLength(2);
  });
});

describe('a rehearsal that is closed during a call', () => {
  it('ends and reports it', async () => {
    await start();
    const caller = await call();
    await rehearsal.close();
    expect(await caller.told).toBe('over');
    expect(caller.signals).toEqual([{ hangUp: 'worker-shutdown' }]);
    expect(reports()).toMatchObject([{ call: { id: caller.id }, endedReason: 'worker-shutdown' }]);
  });

  it(
    'waits a second for a server that does not answer, and logs which report is lost',
    { tags: ['exhaustive'] },
    async () => {
      const silent = createServer(() => undefined);
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const { port } = silent.address() as { port: number };
      undo.push(() => {
        silent.closeAllConnections();
        silent.close();
      });
      await start({ report: { url: `http://127.0.0.1:${port}/`, secret: SECRET } });
      const caller = await call();
      const before = Date.now();
      await rehearsal.close();
      expect(Date.now() - before).toBeLessThan(2500);
      expect(logged).toEqual([expect.stringContaining(`The report of call ${caller.id} was not delivered: `)]);
    },
  );
});
