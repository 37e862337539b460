/** The adapter for video calls (src/video) with the unmodified package, against a call machine that does what a test says. */
import type { JSHandle, Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import {
  expect,
  expectPhase,
  join,
  openMeeting,
  phases,
  ROOM,
  state,
  test,
  tracks,
  type Probe,
  type Script,
} from '../setup/video-page.ts';

const script = (probe: JSHandle<Probe>, changes: Partial<Script>) =>
  probe.evaluate((probe, changes) => Object.assign(probe.script, changes), changes);
const say = (probe: JSHandle<Probe>, message: { action: string; [field: string]: unknown }) =>
  probe.evaluate(({ say }, message) => say(message), message);
const sent = (probe: JSHandle<Probe>, action: string) =>
  probe.evaluate(({ sent }, action) => sent.filter((message) => message.action === action), action);
const closed = { opened: 2, live: 0 };

async function enter(probe: JSHandle<Probe>): Promise<void> {
  await join(probe);
  await expectPhase(probe, 'in-call');
}
const fail = (probe: JSHandle<Probe>, type: string | undefined) =>
  probe.evaluate(({ say }, type) => {
    say({ action: 'error', errorMsg: 'No.', error: { type, msg: 'No.' } });
    say({ action: 'left-meeting' });
  }, type);

const FATAL = {
  'connection-error': 'network',
  ejected: 'removed',
  'end-of-life': 'end-of-life',
  'exp-room': 'expired',
  'exp-token': 'token-expired',
  'nbf-room': 'not-yet-open',
  'nbf-token': 'not-yet-valid',
  'meeting-full': 'room-full',
  'not-allowed': 'not-allowed',
  'no-room': 'no-room',
} as const;

test('each fatal error of the package ends the meeting with a kind of its own, and closes the devices', async ({
  page,
  probe,
}) => {
  const reports: string[] = [];
  await page.route('https://*.ingest.sentry.io/**', (route) => (reports.push(route.request().url()), route.abort()));
  for (const [type, kind] of Object.entries(FATAL)) {
    await script(probe, { fatal: { type, msg: 'No.' } });
    await join(probe);
    await expectPhase(probe, kind);
    expect(await tracks(probe), type).toMatchObject({ live: 0 });
  }
  // The page's policy, which this page does not have, keeps these in.
  expect(reports).toHaveLength(3);
});

test('a fatal error during a call ends it and says how long it was', EXHAUSTIVE, async ({ probe, page }) => {
  await page.clock.install();
  await enter(probe);
  await page.clock.fastForward(65_000);
  await fail(probe, 'ejected');
  await expectPhase(probe, 'removed');
  const { ending } = await state(probe);
  expect(ending?.seconds).toBeGreaterThanOrEqual(65);
  expect(await tracks(probe)).toEqual(closed);
});

test.describe('loading', () => {
  test.use({ clock: 'stands still' });

  /** Counts the requests for the machine, which are answered as `answer` says. */
  async function attempts(page: Page, answer: (attempt: number) => 'refuse' | 'hang' | 'serve') {
    let count = 0;
    await page.route('**/machine.js*', async (route) => {
      const what = answer(++count);
      if (what === 'refuse') await route.abort();
      if (what === 'serve') await route.continue();
    });
    return () => count;
  }

  test(
    'a call machine that is refused is requested three times, 3 s apart, and each attempt is said',
    EXHAUSTIVE,
    async ({ page, probe }) => {
      const count = await attempts(page, () => 'refuse');
      await join(probe);
      for (const attempt of [1, 2]) {
        await expect.poll(count).toBe(attempt);
        await expect.poll(async () => (await state(probe)).attempt).toBe(attempt + 1);
        await page.clock.runFor(2999);
        expect(count()).toBe(attempt);
        await page.clock.runFor(1);
      }
      await expectPhase(probe, 'load-failed');
      expect([count(), await tracks(probe)]).toEqual([3, closed]);
    },
  );

  test('a call machine that hangs is requested three times, too, and has 20 s each time', async ({ page, probe }) => {
    const count = await attempts(page, () => 'hang');
    await join(probe);
    for (const attempt of [1, 2, 3]) {
      await expect.poll(count).toBe(attempt);
      await page.clock.runFor(19_999);
      expect((await state(probe)).attempt).toBe(attempt);
      await page.clock.runFor(1);
      await page.clock.runFor(3000);
    }
    await expectPhase(probe, 'load-failed');
    expect(await tracks(probe)).toEqual(closed);
  });

  test('a call machine that comes with the second attempt is as good', EXHAUSTIVE, async ({ page, probe }) => {
    const count = await attempts(page, (attempt) => (attempt === 1 ? 'hang' : 'serve'));
    await join(probe);
    await expect.poll(count).toBe(1);
    await page.clock.runFor(23_000);
    await expectPhase(probe, 'in-call');
    expect(count()).toBe(2);
  });

  test('leaving while loading cancels it, and the next meeting works', EXHAUSTIVE, async ({ page, probe }) => {
    const count = await attempts(page, (attempt) => (attempt === 1 ? 'hang' : 'serve'));
    await join(probe);
    await expect.poll(count).toBe(1);
    await probe.evaluate(({ meeting }) => meeting.leave());
    expect([await phases(probe), await tracks(probe)]).toEqual([['before', 'loading', 'left'], closed]);
    await page.clock.runFor(60_000);
    expect(count()).toBe(1);
    await enter(probe);
  });

  test(
    'a call machine that does not answer to the join ends the meeting after 30 s',
    EXHAUSTIVE,
    async ({ page, probe }) => {
      await script(probe, { level: 'nowhere' });
      await join(probe);
      await expectPhase(probe, 'joining');
      await page.clock.runFor(30_000);
      await expectPhase(probe, 'network');
      expect(await tracks(probe)).toEqual(closed);
    },
  );

  test(
    'a call machine that is dead when the visitor leaves does not block the next meeting',
    EXHAUSTIVE,
    async ({ page, probe }) => {
      await enter(probe);
      await script(probe, { leaves: false });
      await probe.evaluate(({ meeting }) => meeting.leave());
      expect(await tracks(probe)).toEqual(closed);
      await script(probe, { leaves: true });
      await join(probe);
      await expectPhase(probe, 'loading');
      await page.clock.runFor(3000);
      await expectPhase(probe, 'in-call');
    },
  );
});

test('a call machine that throws, which the package takes for loaded, is a failure', EXHAUSTIVE, async ({ probe }) => {
  await probe.evaluate((probe) => probe.create({ bundleUrl: `${location.origin}/broken.js` }));
  await join(probe);
  await expectPhase(probe, 'load-failed');
});

test('joining while joined only warns', async ({ probe }) => {
  await enter(probe);
  await probe.evaluate(({ meeting }, url) => meeting.join({ url, token: null, name: 'Bob' }), ROOM);
  expect(await probe.evaluate(({ printed }) => printed)).toEqual([expect.stringContaining('leave it first')]);
  expect(await sent(probe, 'join-meeting')).toHaveLength(1);
  expect((await state(probe)).phase).toBe('in-call');
});

test(
  'an invitation that the package would refuse is refused before, and the next one works',
  EXHAUSTIVE,
  async ({ probe }) => {
    const error = await probe.evaluate(({ meeting }) => {
      try {
        meeting.join({ url: 'room', token: null, name: 'Ann' });
        return undefined;
      } catch (error) {
        return String(error);
      }
    });
    expect(error).toMatch(/^TypeError/);
    await enter(probe);
  },
);

test(
  'joining sends our tracks, the name for this meeting only, and no simulcast layers',
  EXHAUSTIVE,
  async ({ probe }) => {
    await join(probe, { token: 'secret' });
    await expectPhase(probe, 'in-call');
    const [message] = await sent(probe, 'join-meeting');
    expect(message?.['properties']).toEqual({
      layout: 'none',
      dailyJsVersion: '0.87.0',
      dailyConfig: { avoidEval: true, callObjectBundleUrlOverride: expect.stringContaining('/machine.js') },
      url: ROOM,
      token: 'secret',
      userName: 'Ann',
      audioSource: 'daily-custom-track',
      videoSource: 'daily-custom-track',
      startAudioOff: false,
      startVideoOff: false,
    });
    expect(await sent(probe, 'set-user-name')).toMatchObject([{ name: 'Ann', thisMeetingOnly: true }]);
  },
);

test.describe('at the door of a private room', () => {
  test.beforeEach(({ probe }) => script(probe, { level: 'lobby' }).then(() => join(probe)));

  /** Answers the knock. */
  async function answer(probe: JSHandle<Probe>, granted: boolean) {
    await expectPhase(probe, 'knocking');
    const callbackStamp = (await sent(probe, 'daily-method-request-access'))[0]?.['callbackStamp'];
    const level = granted ? 'full' : 'lobby';
    await say(probe, { action: 'access-state-updated', access: { level } });
    await say(probe, { action: '', callbackStamp, access: { level }, granted });
  }

  test('a visitor knocks once, and comes in when a host lets them', async ({ probe }) => {
    await answer(probe, true);
    await expectPhase(probe, 'in-call');
    expect(await phases(probe)).toEqual(['before', 'loading', 'joining', 'knocking', 'in-call']);
    expect(await sent(probe, 'daily-method-request-access')).toMatchObject([{ name: 'Ann' }]);
  });

  test('a visitor whose line is away for a moment still waits', EXHAUSTIVE, async ({ probe }) => {
    await expectPhase(probe, 'knocking');
    for (const event of ['interrupted', 'connected'])
      await say(probe, { action: 'network-connection', type: 'signaling', event });
    await answer(probe, true);
    await expectPhase(probe, 'in-call');
    expect(await phases(probe)).toEqual(['before', 'loading', 'joining', 'knocking', 'in-call']);
  });

  test('a visitor who is declined is told, and devices are closed', EXHAUSTIVE, async ({ probe }) => {
    await answer(probe, false);
    await expectPhase(probe, 'declined');
    expect([(await state(probe)).ending, await tracks(probe)]).toEqual([{ kind: 'declined', seconds: 0 }, closed]);
  });

  test('a visitor whose knock does not arrive is not told that they were declined', EXHAUSTIVE, async ({ probe }) => {
    await expectPhase(probe, 'knocking');
    const callbackStamp = (await sent(probe, 'daily-method-request-access'))[0]?.['callbackStamp'];
    await say(probe, { action: '', callbackStamp, error: 'no connection' });
    await expectPhase(probe, 'network');
  });

  test('a visitor may go before anybody answers', EXHAUSTIVE, async ({ probe }) => {
    await expectPhase(probe, 'knocking');
    await probe.evaluate(({ meeting }) => meeting.leave());
    expect([(await phases(probe)).at(-1), await tracks(probe)]).toEqual(['left', closed]);
    await expect.poll(() => sent(probe, 'leave-meeting')).toHaveLength(1);
  });
});

test('only a host can have ended the meeting for all: anybody else removed us', EXHAUSTIVE, async ({ probe }) => {
  for (const [fromId, kind] of [
    ['guest', 'removed'],
    ['host', 'ended-for-all'],
  ] as const) {
    await script(probe, {
      others: [
        { id: 'guest', owner: false },
        { id: 'host', owner: true },
      ],
    });
    await enter(probe);
    await expect.poll(async () => (await state(probe)).people.length).toBe(3);
    await say(probe, { action: 'app-message', fromId, data: { meet: 'end' } });
    await fail(probe, 'ejected');
    await expectPhase(probe, kind);
  }
});

test('a host ends the meeting for all: says so, removes everybody, and leaves', EXHAUSTIVE, async ({ probe }) => {
  await script(probe, { others: [{ id: 'guest', owner: false }] });
  await enter(probe);
  await expect.poll(async () => (await state(probe)).people.length).toBe(2);
  await probe.evaluate(({ meeting }) => meeting.endForAll());
  await expectPhase(probe, 'ended-for-all');
  await expect.poll(() => sent(probe, 'leave-meeting')).toHaveLength(1);
  const actions = await probe.evaluate(({ sent }) => sent.map(({ action }) => action));
  expect(actions.slice(-3)).toEqual(['app-msg', 'update-participant', 'leave-meeting']);
  expect(await sent(probe, 'update-participant')).toMatchObject([{ id: 'guest', properties: { eject: true } }]);
});

test('a host who mutes us closes the microphone until we open it', EXHAUSTIVE, async ({ probe }) => {
  await enter(probe);
  const off = { subscribed: true, state: 'off' };
  await say(probe, {
    action: 'participant-updated',
    participant: {
      session_id: 'me',
      user_name: 'Ann',
      local: true,
      owner: false,
      tracks: { audio: { ...off, off: { byRemoteRequest: true } }, video: off, screenVideo: off, screenAudio: off },
    },
  });
  await expect.poll(async () => (await state(probe)).mutedByHost).toBe(true);
  const enabled = () => probe.evaluate(({ tracks }) => tracks.find(({ kind }) => kind === 'audio')?.enabled);
  expect([(await state(probe)).people[0]?.audio, await enabled()]).toEqual([false, false]);
  await probe.evaluate(({ meeting }) => meeting.setAudio(true));
  expect([(await state(probe)).mutedByHost, await enabled()]).toEqual([false, true]);
});

test('a device that is opened during the call is sent, and one that is off is not', EXHAUSTIVE, async ({ probe }) => {
  await probe.evaluate(({ meeting }, url) => meeting.join({ url, token: null, name: 'Ann' }), ROOM);
  await expectPhase(probe, 'in-call');
  const [message] = await sent(probe, 'join-meeting');
  expect(message?.['properties']).toMatchObject({ audioSource: false, videoSource: false });
  await probe.evaluate(async ({ meeting }) => {
    await meeting.setVideo(true);
    await meeting.setVideo(false);
  });
  await expect.poll(() => sent(probe, 'local-video')).toMatchObject([{ state: true }, { state: false }]);
  expect(await sent(probe, 'set-input-devices')).toMatchObject([{ videoDeviceId: 'daily-custom-track' }]);
  expect(await sent(probe, 'set-allow-local-video')).toMatchObject([{ state: true }]);
  expect(await tracks(probe)).toEqual({ opened: 1, live: 0 });
});

test(
  'a shared screen ends with the meeting, with the own button, and with that of the browser',
  EXHAUSTIVE,
  async ({ probe }) => {
    const share = async () => {
      await probe.evaluate(({ meeting }) => meeting.startScreen());
      expect((await state(probe)).screenShare).toBe('on');
    };
    await enter(probe);
    await share();
    await probe.evaluate(({ meeting }) => meeting.stopScreen());
    await share();
    await probe.evaluate(({ tracks }) => tracks.at(-1)?.dispatchEvent(new Event('ended')));
    expect((await state(probe)).screenShare).toBe('off');
    await share();
    await probe.evaluate(({ meeting }) => meeting.leave());
    expect(await tracks(probe)).toEqual({ opened: 5, live: 0 });
    await expect.poll(() => sent(probe, 'local-screen-stop')).toHaveLength(2);
    expect((await sent(probe, 'local-screen-start'))[0]).toMatchObject({
      captureOptions: { mediaStream: 'daily-custom-track', screenVideoSendSettings: 'detail-optimized' },
    });
  },
);

test('a lost network is said, and the call goes on when it is back', EXHAUSTIVE, async ({ page, probe }) => {
  await enter(probe);
  await page.context().setOffline(true);
  await expectPhase(probe, 'reconnecting');
  expect(await probe.evaluate(({ meeting }) => meeting.sendChat('Hello?'))).toBe('not-connected');
  await page.context().setOffline(false);
  await expectPhase(probe, 'in-call');
  const line = { action: 'network-connection', type: 'signaling' };
  await say(probe, { ...line, event: 'interrupted' });
  await expectPhase(probe, 'reconnecting');
  await say(probe, { action: 'left-meeting' });
  await expectPhase(probe, 'network');
  expect(await tracks(probe)).toEqual(closed);
});

test('devices are closed when the page is left, also into the back/forward cache, and when the meeting is thrown away', async ({
  probe,
}) => {
  await enter(probe);
  await probe.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  expect([(await phases(probe)).at(-1), await tracks(probe)]).toEqual(['left', closed]);
  // At the door, too.
  await probe.evaluate(({ meeting }) => Promise.all([meeting.setAudio(true), meeting.setVideo(true)]));
  await probe.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  expect(await tracks(probe)).toEqual({ opened: 4, live: 0 });
  await enter(probe);
  await probe.evaluate(({ meeting }) => meeting.destroy());
  expect(await tracks(probe)).toEqual({ opened: 6, live: 0 });
});

test(
  'chat goes to everybody, and is refused if it is empty or too long for the package',
  EXHAUSTIVE,
  async ({ probe }) => {
    await script(probe, { others: [{ id: 'guest', owner: false }] });
    await enter(probe);
    const send = (text: string) => probe.evaluate(({ meeting }, text) => meeting.sendChat(text), text);
    const longest = 'x'.repeat(4096 - JSON.stringify({ meet: 'chat', text: '' }).length);
    expect([await send(' '), await send(`${longest}x`), await send(longest)]).toEqual(['empty', 'too-long', undefined]);
    await say(probe, { action: 'app-message', fromId: 'guest', data: { meet: 'chat', text: '<b>Hi</b>' } });
    await say(probe, { action: 'app-message', fromId: 'nobody', data: { meet: 'chat', text: 'Boo' } });
    await expect
      .poll(async () => (await state(probe)).messages)
      .toMatchObject([
        { from: 'Ann', own: true, text: longest },
        { from: 'guest', own: false, text: '<b>Hi</b>' },
      ]);
    expect(await sent(probe, 'app-msg')).toMatchObject([{ to: '*', data: { meet: 'chat', text: longest } }]);
  },
);

test.describe('a browser that is too old for calls', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/74.0.3729.169 Safari/537.36' });

  test('is told so before anything is loaded', EXHAUSTIVE, async ({ probe }) => {
    await join(probe);
    await expectPhase(probe, 'unsupported');
    expect([await phases(probe), await tracks(probe)]).toEqual([['before', 'loading', 'unsupported'], closed]);
  });
});

test(
  'a browser that can not share the screen, as those of phones, is not offered it',
  EXHAUSTIVE,
  async ({ page, pages }) => {
    await page.addInitScript(() => Reflect.deleteProperty(MediaDevices.prototype, 'getDisplayMedia'));
    const probe = await openMeeting(page, pages.origin);
    await enter(probe);
    await probe.evaluate(({ meeting }) => meeting.startScreen());
    expect([(await state(probe)).screenShare, await tracks(probe)]).toEqual(['unavailable', { opened: 2, live: 2 }]);
  },
);

/** Does some of what a visitor, a host or a network may do at any time. */
const doAtRandom = (probe: JSHandle<Probe>, seed: number) =>
  probe.evaluate(
    async (probe, [seed, url]) => {
      const { meeting, say } = probe;
      const doings: Record<string, () => unknown> = {
        'open the microphone': () => meeting.setAudio(true),
        'mute it': () => meeting.setAudio(false),
        'open the camera': () => meeting.setVideo(true),
        'close it': () => meeting.setVideo(false),
        'change the camera': () => meeting.setDevice('camera', meeting.state.get().devices.cameras.at(-1)?.id ?? ''),
        'share the screen': () => meeting.startScreen(),
        'share it no more': () => meeting.stopScreen(),
        leave: () => meeting.leave(),
        'end for all': () => meeting.endForAll(),
        'be removed': () => say({ action: 'error', errorMsg: 'No.', error: { type: 'ejected', msg: 'No.' } }),
        'lose the room': () => say({ action: 'left-meeting' }),
        'lose the line': () => say({ action: 'network-connection', type: 'signaling', event: 'interrupted' }),
        'leave the page': () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
        // Half of the time.
        ...Object.fromEntries(
          Array.from({ length: 6 }, (_, n) => [`join ${n}`, () => meeting.join({ url, token: null, name: 'Ann' })]),
        ),
        ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`wait ${n}`, () => arrive()])),
      };
      const arrive = () =>
        new Promise<void>((done) => {
          meeting.state.subscribe(({ phase }) => phase !== 'loading' && phase !== 'joining' && done());
        });
      const names = Object.keys(doings);
      const done: string[] = [];
      // The same numbers each time.
      for (let step = 0, number = seed; step < 12; step++) {
        number = (number * 48_271) % 2_147_483_647;
        const name = names[number % names.length] ?? '';
        done.push(name);
        // What takes time is not waited for.
        const going = doings[name]?.();
        if (name.startsWith('wait')) await going;
        else await new Promise(requestAnimationFrame);
      }
      meeting.destroy();
      await Promise.allSettled(probe.opening);
      return done;
    },
    [seed, ROOM] as const,
  );

test(
  'whatever happens, in whatever order, nothing is open after the end, and the next meeting works',
  EXHAUSTIVE,
  async ({ probe }) => {
    test.slow();
    for (let seed = 1; seed <= 50; seed++) {
      await script(probe, { leaves: seed % 10 !== 0, level: seed % 3 === 0 ? 'lobby' : 'full' });
      const done = await doAtRandom(probe, seed);
      await expect.poll(async () => (await tracks(probe)).live, { message: `${seed}: ${done.join(', ')}` }).toBe(0);
      await probe.evaluate((probe) => void probe.create());
    }
    await script(probe, { leaves: true, level: 'full' });
    await enter(probe);
    expect(await tracks(probe)).toMatchObject({ live: 2 });
  },
);
