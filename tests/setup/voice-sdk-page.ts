import { inspect } from 'node:util';
import type { DailyCall, DailyCallFactory, DailyCallStaticUtils } from '@daily-co/daily-js';
import type Vapi from '@vapi-ai/web';
import { test as base, expect, type JSHandle, type Page } from 'playwright/test';
import { build } from 'vite';
import { projectFolder } from '../../src/lib/project-folder.ts';

export { expect };

/** A message between daily-js and its call machine. */
export interface Message {
  action: string;
  [field: string]: unknown;
}

/** What a test has in the page: both SDKs, unmodified, and the other side of each. */
export interface Sdk {
  Daily: DailyCallFactory & DailyCallStaticUtils;
  /** All exports of daily-js. */
  constants: Record<string, unknown>;
  Vapi: typeof Vapi;
  /** Whether the class is wrapped once more in the package's default export. */
  wrapped: boolean;
  /** Under test; see `createCall` and `join`. */
  call: DailyCall;
  /** What daily-js sent to the call machine since it was loaded. */
  sent: Message[];
  /** What the SDKs wrote to the console. */
  printed: string[];
  /** What the call machine replies, by action; {} to everything else. */
  replies: Record<string, object>;
  /** The call machine's state, in which daily-js looks up tracks. */
  state: { streams: Record<string, object>; participants: object; local: { public: object; streams: object } };
  /** Sends a message to daily-js as the call machine. */
  say: (message: Message) => undefined;
}

const ORIGIN = 'https://sdk.test';
export const ROOM = `${ORIGIN}/room`;
/** Where daily-js loads its call machine from by default. */
export const BUNDLE = 'https://c.daily.co/call-machine/versioned/0.87.0/static/call-machine-object-bundle.js';
export const SENTRY = 'https://*.ingest.sentry.io/**';

const ENTRY = `
  import Daily, * as constants from '@daily-co/daily-js';
  import * as vapi from '@vapi-ai/web';
  const printed = [];
  for (const [level, verb] of [['error', 'prints'], ['warn', 'warns']])
    console[level] = (...values) => printed.push(verb + ' ' + values.join(' '));
  window.sdk = {
    Daily, constants, printed, sent: [], replies: {},
    Vapi: vapi.default.default ?? vapi.default,
    wrapped: 'default' in vapi.default,
    state: { streams: {}, participants: {}, local: { public: {}, streams: {} } },
    say: (message) => postMessage({ ...message, what: 'iframe-call-message', from: 'embedded' }),
  };
`;

/**
 * Replaces Daily's call machine. It runs in the page itself, once for every call, or in the frame that Daily's
 * Prebuilt would fill; there, too, its host is the parent.
 */
function callMachine(): void {
  const host = parent as unknown as {
    sdk: Sdk;
    _daily: { pendings: string[]; instances: Record<string, object> };
  };
  const { sdk } = host;
  for (const id of host._daily.pendings.splice(0))
    Object.assign(host._daily.instances[id] ?? {}, {
      callMachine: { store: { getState: () => sdk.state }, reset: () => {} },
    });
  if ('hasCallMachine' in window) return;
  const post = window.postMessage.bind(window);
  Object.assign(window, {
    hasCallMachine: true,
    // Reports a message before it arrives, in the same turn.
    postMessage: (message: Message, origin: string) => {
      if (message['from'] === 'module') sdk.sent.push(message);
      post(message, origin);
    },
  });
  const local = { session_id: 'me', local: true, user_name: 'Visitor', tracks: {} };
  addEventListener('message', ({ data: { action, callClientId, callbackStamp, from } }: MessageEvent<Message>) => {
    if (from !== 'module') return;
    const answer = (message: object) => sdk.say({ action: '', ...message, callClientId });
    const reply = sdk.replies[action] ?? {};
    if (['join-meeting', 'start-camera', 'daily-method-preauth'].includes(action))
      answer({ action: 'call-machine-initialized' });
    if (callbackStamp) answer({ callbackStamp, ...reply });
    if (action === 'join-meeting' && !('error' in reply)) answer({ action: 'joined-meeting', participants: { local } });
    if (action === 'leave-meeting') answer({ action: 'left-meeting' });
  });
  if (parent !== window) sdk.say({ action: 'loaded' });
}

async function bundleSdks(): Promise<string> {
  // A file of this project, whose package.json decides how the bundler treats the package's default export.
  const entry = import.meta.filename;
  const result = await build({
    root: projectFolder,
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'entry', load: (id) => (id === entry ? { code: ENTRY, moduleType: 'js' } : undefined) }],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('There is no bundle.');
  return output.output[0].code;
}

/** A page with both SDKs that contacts no outside service. */
export const test = base.extend<{ clock: 'runs' | 'stands still'; sdk: JSHandle<Sdk> }, { bundle: string }>({
  bundle: [async ({}, use) => use(await bundleSdks()), { scope: 'worker' }],
  clock: ['runs', { option: true }],
  sdk: async ({ page, clock, bundle }, use) => {
    const machine = `(${String(callMachine)})()`;
    await page.route('**', (route) => route.abort());
    await page.route(`${ORIGIN}/`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>SDKs</title><script type="module" src="sdk.js"></script>',
      }),
    );
    await page.route(`${ORIGIN}/sdk.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: bundle }));
    await page.route(`${ROOM}?*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${machine}</script>` }),
    );
    await page.route(BUNDLE, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: machine,
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    if (clock === 'stands still') {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
    }
    await page.goto(`${ORIGIN}/`);
    await use(await page.evaluateHandle<Sdk>('sdk'));
  },
});

/** Creates the call under test: a call object, or the frame of Daily's Prebuilt. */
export const createCall = (sdk: JSHandle<Sdk>, mode: 'object' | 'frame' = 'object'): Promise<void> =>
  sdk.evaluate((sdk, mode) => {
    sdk.call = mode === 'object' ? sdk.Daily.createCallObject() : sdk.Daily.createFrame();
  }, mode);

/** Creates the call under test and joins it. */
export async function join(sdk: JSHandle<Sdk>, mode: 'object' | 'frame' = 'object'): Promise<void> {
  await createCall(sdk, mode);
  await sdk.evaluate(({ call }, url) => call.join({ url }).then(() => undefined), ROOM);
}

/**
 * A method call and all its effects, in this order: what it prints and warns of, how it fails ("throws" at once or
 * "rejects" later), and the messages that it sends. A failure that is also printed counts once.
 */
export type Row = readonly [method: keyof DailyCall, args: readonly unknown[], ...comes: string[]];

/** The same method with several arguments that all have the same effects. */
export const each = (method: keyof DailyCall, values: readonly unknown[], ...comes: string[]): Row[] =>
  values.map((value) => [method, [value], ...comes]);

/** Makes each call in turn, and expects exactly the effects in its row. */
export async function expectRows(sdk: JSHandle<Sdk>, rows: readonly Row[]): Promise<void> {
  const came = await sdk.evaluate(
    async ({ call, sent, printed }, calls) => {
      const results: string[][] = [];
      for (const [method, args] of calls) {
        sent.length = 0;
        printed.length = 0;
        let failure: string | undefined;
        const fail = (verb: string) => (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          printed.splice(0, Infinity, ...printed.filter((line) => !line.endsWith(message)));
          failure = `${verb} ${error instanceof Error ? '' : 'with no Error: '}${message}`;
        };
        try {
          const answer: unknown = (call as unknown as Record<string, (...args: unknown[]) => unknown>)[method]?.(
            ...args,
          );
          await Promise.resolve(answer).catch(fail('rejects'));
        } catch (error) {
          fail('throws')(error);
        }
        const actions = sent.map(({ action }) => action).filter((action) => action !== 'transmit-log');
        results.push([...printed, ...(failure ? [failure] : []), ...actions.map((action) => `sends ${action}`)]);
      }
      return results;
    },
    rows.map(([method, args]) => [method, args] as const),
  );
  const titles = rows.map(
    ([method, args], index) => `${index}: ${method}(${inspect(args, { breakLength: Infinity })})`,
  );
  const table = (lines: (index: number) => readonly string[] | undefined) =>
    titles.map((title, index) => [title.slice(0, 100), ...(lines(index) ?? [])]);
  expect(table((index) => came[index])).toEqual(table((index) => rows[index]?.slice(2) as string[]));
}

type Event = [name: string, payload: Record<string, unknown>];

/** A voice-call client with everything it has emitted and the outcome of its last start. */
export interface Client {
  vapi: InstanceType<Sdk['Vapi']>;
  events: Event[];
  ended: Promise<unknown>;
}

const WEB_CALL = 'https://api.vapi.ai/call/web';
export const ANSWER = { id: 'call-1', webCallUrl: ROOM };

/** Answers requests to create calls, and returns these requests. */
export async function answerCalls(page: Page, answer: object = ANSWER, status = 201) {
  const requests: { method: string; authorization: string | undefined; body: unknown }[] = [];
  await page.route(WEB_CALL, async (route) => {
    const request = route.request();
    const { authorization } = request.headers();
    requests.push({ method: request.method(), authorization, body: request.postDataJSON() });
    await route.fulfill({ status, json: answer, headers: { 'access-control-allow-origin': '*' } });
  });
  return requests;
}

export const newClient = (sdk: JSHandle<Sdk>): Promise<JSHandle<Client>> =>
  sdk.evaluateHandle(({ Vapi }) => {
    const vapi = new Vapi('public-key');
    const events: Event[] = [];
    const emit = vapi.emit.bind(vapi);
    vapi.emit = (event, ...args) => {
      events.push([event, args[0] as Record<string, unknown>]);
      return emit(event, ...args);
    };
    vapi.on('error', () => {});
    return { vapi, events, ended: Promise.resolve() };
  });

/** Starts a call, and waits until the start has succeeded or failed. */
export async function start(page: Page, sdk: JSHandle<Sdk>, answer: object = ANSWER): Promise<JSHandle<Client>> {
  await answerCalls(page, answer);
  const client = await newClient(sdk);
  await client.evaluate(({ vapi }) => vapi.start('assistant-1').then(() => undefined));
  return client;
}

/** The payloads of an event. */
export const payloads = (client: JSHandle<Client>, name: string) =>
  client.evaluate(({ events }, name) => events.filter(([event]) => event === name).map(([, payload]) => payload), name);

/** The reported stages, in order, such as "daily-call-join started". */
export const stages = async (client: JSHandle<Client>) =>
  (await payloads(client, 'call-start-progress')).map(({ stage, status }) => `${String(stage)} ${String(status)}`);

/** The messages with these actions that daily-js sent to the call machine, without the envelope. */
export const sent = (sdk: JSHandle<Sdk>, ...actions: string[]) =>
  sdk.evaluate(
    ({ sent }, actions) =>
      sent
        .filter(({ action }) => actions.includes(action))
        .map(({ what: _what, from: _from, callClientId: _id, callbackStamp: _stamp, ...message }) => message),
    actions,
  );

/** Sends messages as the call machine, and waits until the SDK has received them. */
export const say = (sdk: JSHandle<Sdk>, ...messages: Message[]) =>
  sdk.evaluate(async ({ say }, messages) => {
    const heard = new Promise((done) =>
      addEventListener('message', ({ data }: MessageEvent<Message>) => data.action === 'heard' && done(undefined)),
    );
    for (const message of [...messages, { action: 'heard' }]) say(message);
    await heard;
  }, messages);
