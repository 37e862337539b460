/** The two SDKs for voice and video calls: versions, loading, and the states of a meeting (spec section 4). */
import { readFileSync } from 'node:fs';
import type { JSHandle, Page } from 'playwright/test';
import { BUNDLE, createCall, each, expect, expectRows, join, ROOM, test, type Sdk } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const PINNED = { '@vapi-ai/web': '2.7.1', '@daily-co/daily-js': '0.87.0' };

test('exactly the versions these tests cover are declared, locked and installed, and daily-js only once', () => {
  interface Manifest {
    version: string;
    dependencies: Record<string, string>;
    packages: Record<string, { version: string; dependencies?: Record<string, string> }>;
  }
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  expect(read('package.json').dependencies).toMatchObject(PINNED);
  expect(read('package-lock.json').packages['']?.dependencies).toMatchObject(PINNED);
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) {
    const copies = Object.entries(read(lock).packages).filter(([path]) =>
      /@vapi-ai\/web$|@daily-co\/daily-js$/.test(path),
    );
    expect(Object.fromEntries(copies.map(([path, { version }]) => [path, version])), lock).toEqual({
      'node_modules/@vapi-ai/web': PINNED['@vapi-ai/web'],
      'node_modules/@daily-co/daily-js': PINNED['@daily-co/daily-js'],
    });
  }
  for (const [name, version] of Object.entries(PINNED))
    expect(read(`node_modules/${name}/package.json`).version).toBe(version);
});

test(
  'daily-js sends its version to the call machine, and the Vapi class must be unwrapped',
  EXHAUSTIVE,
  async ({ sdk }) => {
    await join(sdk);
    const { version, told, wrapped } = await sdk.evaluate(({ Daily, sent, wrapped }) => ({
      version: Daily.version(),
      told: sent.filter(({ action }) => action === 'join-meeting').map(({ properties }) => properties),
      wrapped,
    }));
    expect(version).toBe('0.87.0');
    expect(told).toEqual([{ layout: 'none', dailyJsVersion: '0.87.0', url: ROOM }]);
    expect(wrapped).toBe(true);
  },
);

/** Answers requests for the call machine as `answer` says for each attempt. Returns the requests. */
async function countAttempts(page: Page, answer: (attempt: number) => 'refuse' | 'keep silent' | 'answer') {
  const attempts: string[] = [];
  await page.route(BUNDLE, async (route) => {
    attempts.push(route.request().method());
    const what = answer(attempts.length);
    if (what === 'answer') await route.fallback();
    if (what === 'refuse')
      await route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' }, body: '' });
  });
  return attempts;
}

/** Starts to join, and records the loading events and the outcome. */
const startJoining = (sdk: JSHandle<Sdk>, avoidEval = false) =>
  sdk.evaluateHandle(
    ({ call }, [url, avoidEval]) => {
      const notes: unknown[] = [];
      for (const event of ['loading', 'load-attempt-failed', 'left-meeting', 'joined-meeting'] as const)
        call.on(event, () => notes.push(event));
      call.on('error', ({ errorMsg, error }) => notes.push(errorMsg, error));
      call.join({ url, dailyConfig: { avoidEval } }).catch((error: unknown) => notes.push('rejected', error));
      return notes;
    },
    [ROOM, avoidEval] as const,
  );

const state = (sdk: JSHandle<Sdk>) => sdk.evaluate(({ call }) => call.meetingState());

test.describe('loading', () => {
  test.use({ clock: 'stands still' });
  test.beforeEach(({ sdk }) => createCall(sdk));

  const FAILED = 'load-attempt-failed';
  /** The last records if the last attempt failed for this reason. */
  const end = (msg: string, type: string) => [
    msg,
    {
      type: 'connection-error',
      msg: 'Failed to load call object bundle.',
      details: { on: 'load', sourceError: { msg, type }, bundleUrl: BUNDLE },
    },
    'rejected',
    msg,
  ];

  test(
    'a rejected call machine is requested 3 times, 3 s apart, and then the meeting is in error',
    EXHAUSTIVE,
    async ({ page, sdk }) => {
      const attempts = await countAttempts(page, () => 'refuse');
      const notes = await startJoining(sdk);
      for (const attempt of [1, 2]) {
        await expect.poll(() => notes.jsonValue()).toEqual(['loading', ...Array<string>(attempt).fill(FAILED)]);
        await page.clock.runFor(2999);
        expect(attempts).toHaveLength(attempt);
        expect(await state(sdk)).toBe('loading');
        await page.clock.runFor(1);
      }
      const message = `Failed to load call object bundle ${BUNDLE}: Error: Received 404 response`;
      await expect
        .poll(() => notes.jsonValue())
        .toEqual(['loading', FAILED, FAILED, FAILED, ...end(message, 'Received 404 response')]);
      expect(attempts).toEqual(['GET', 'GET', 'GET']);
      expect(await state(sdk)).toBe('error');
      await page.clock.runFor(60_000);
      expect(attempts).toHaveLength(3);
    },
  );

  test(
    'a call machine that does not arrive times out after 20 s each time, 66 s in total',
    EXHAUSTIVE,
    async ({ page, sdk }) => {
      const attempts = await countAttempts(page, () => 'keep silent');
      const notes = await startJoining(sdk);
      const message = `Timed out (>20000 ms) when loading call object bundle ${BUNDLE}`;
      for (const attempt of [1, 2, 3]) {
        await expect.poll(() => attempts.length).toBe(attempt);
        await page.clock.runFor(19_999);
        expect(await notes.jsonValue()).toHaveLength(attempt);
        await page.clock.runFor(1);
        expect(await notes.jsonValue()).toEqual([
          'loading',
          ...Array<string>(attempt).fill(FAILED),
          ...(attempt === 3 ? end(message, 'timeout') : []),
        ]);
        await page.clock.runFor(3000);
      }
      expect(attempts).toHaveLength(3);
    },
  );

  test('a call machine that arrives on the third attempt is joined', EXHAUSTIVE, async ({ page, sdk }) => {
    await countAttempts(page, (attempt) => (attempt === 3 ? 'answer' : 'refuse'));
    const notes = await startJoining(sdk);
    for (const attempt of [2, 3]) {
      await expect.poll(async () => (await notes.jsonValue()).length).toBe(attempt);
      await page.clock.runFor(3000);
    }
    await expect.poll(() => notes.jsonValue()).toEqual(['loading', FAILED, FAILED, 'joined-meeting']);
  });

  test(
    'leaving meanwhile ends it: the state is left-meeting, and no further attempt is made',
    EXHAUSTIVE,
    async ({ page, sdk }) => {
      const attempts = await countAttempts(page, () => 'keep silent');
      const notes = await startJoining(sdk);
      await expect.poll(() => attempts.length).toBe(1);
      await sdk.evaluate(({ call }) => call.leave());
      expect(await state(sdk)).toBe('left-meeting');
      await page.clock.runFor(70_000);
      expect(await notes.jsonValue()).toEqual(['loading', 'left-meeting']);
      expect(attempts).toHaveLength(1);
    },
  );

  test('without eval the call machine is loaded by a script element', EXHAUSTIVE, async ({ page, sdk }) => {
    const notes = await startJoining(sdk, true);
    await expect.poll(() => notes.jsonValue()).toEqual(['loading', 'joined-meeting']);
    await expect(page.locator('head > script').last()).toHaveAttribute('src', BUNDLE);
  });
});

test(
  'a meeting is new, loading, loaded, joining, joined, left, joined again, and in error',
  EXHAUSTIVE,
  async ({ sdk }) => {
    await createCall(sdk);
    const states = await sdk.evaluate(async ({ call, say }, url) => {
      const states: string[] = [call.meetingState()];
      const note = () => states.push(call.meetingState());
      const during = async (promise: Promise<unknown>) => {
        note();
        await promise;
        note();
      };
      await during(call.load({ url }));
      await during(call.join());
      await call.leave();
      note();
      await during(call.join());
      const failed = new Promise((done) => call.once('error', done));
      say({ action: 'error', errorMsg: 'over', error: { type: 'ejected', msg: 'over' } });
      await failed;
      note();
      await during(call.join());
      return states;
    }, ROOM);
    expect(states).toEqual([
      ...['new', 'loading', 'loaded', 'joining-meeting', 'joined-meeting'],
      // What is already loaded needs no time.
      ...['left-meeting', 'loaded', 'joined-meeting'],
      ...['error', 'loaded', 'joined-meeting'],
    ]);
  },
);

test(
  'loading is needed when new, loading, left or in error, and not when loaded or joined',
  EXHAUSTIVE,
  async ({ page, sdk }) => {
    await createCall(sdk);
    const attempts = await countAttempts(page, (attempt) => (attempt === 1 ? 'keep silent' : 'answer'));
    const loads = await sdk.evaluate(async ({ call, say }, url) => {
      const loads: string[] = [];
      const loading: unknown[] = [];
      call.on('loading', (event) => loading.push(event));
      const load = (options = {}) => {
        const before = call.meetingState();
        loading.length = 0;
        const loaded = call.load(options);
        loads.push(`${before}: ${loading.length ? 'loads' : 'does not load'}`);
        return loaded;
      };
      // Deviation: superseded by the second, the first never ends.
      void load({ url });
      await load();
      await load();
      await call.join();
      await load();
      await call.leave();
      await load();
      await call.join();
      const failed = new Promise((done) => call.once('error', done));
      say({ action: 'error', errorMsg: 'over', error: { type: 'ejected', msg: 'over' } });
      await failed;
      await load();
      return loads;
    }, ROOM);
    expect(loads).toEqual([
      'new: loads',
      'loading: loads',
      'loaded: does not load',
      'joined-meeting: does not load',
      'left-meeting: loads',
      'error: loads',
    ]);
    // A call object keeps its loaded machine.
    expect(attempts).toHaveLength(2);
  },
);

test('joining twice only warns that leaving comes first', EXHAUSTIVE, async ({ sdk }) => {
  await createCall(sdk);
  const WARNING = 'warns already joined meeting, call leave() before joining again';
  const printed = await sdk.evaluate(async ({ call, printed }, url) => {
    await call.load({ url });
    const joining = call.join();
    await call.join();
    await joining;
    return printed;
  }, ROOM);
  expect(printed).toEqual([WARNING]);
  await expectRows(sdk, [['join', [{ url: ROOM }], WARNING]]);
});

test('leaving sends one message, and resolves at once when left or in error', EXHAUSTIVE, async ({ sdk }) => {
  await join(sdk);
  await expectRows(sdk, [
    ['leave', [], 'sends leave-meeting'],
    ['leave', []],
  ]);
  await sdk.evaluate(async ({ call, say }) => {
    await call.join();
    const failed = new Promise((done) => call.once('error', done));
    say({ action: 'error', errorMsg: 'over', error: { type: 'ejected', msg: 'over' } });
    await failed;
  });
  await expectRows(sdk, [['leave', []]]);
});

test('after preAuth() a join or a camera for another url or token is refused', EXHAUSTIVE, async ({ sdk }) => {
  await createCall(sdk);
  await sdk.evaluate(({ replies }) => (replies['daily-method-preauth'] = { access: { level: 'full' } }));
  const refused = (method: 'join' | 'startCamera', what: string, options: object) =>
    each(
      method,
      [options],
      `prints ${what} in ${method}() is different than the one used in preAuth()`,
      // Deviation: there is no reason in the rejection.
      'rejects with no Error: undefined',
    );
  await expectRows(sdk, [
    ...each('preAuth', [undefined, {}], 'rejects preAuth() requires at least a url to be provided'),
    ...each('preAuth', [{ url: ROOM, token: 'a' }], 'sends daily-method-preauth'),
    ...refused('startCamera', 'url', { url: `${ROOM}/other` }),
    ...refused('startCamera', 'token', { token: 'b' }),
    ...refused('join', 'url', { url: `${ROOM}/other` }),
    ...refused('join', 'token', { url: ROOM, token: 'b' }),
    ...each('startCamera', [{ url: ROOM, token: 'a' }], 'sends start-camera'),
    ...each('join', [{ url: ROOM, token: 'a' }], 'sends join-meeting'),
  ]);
});
