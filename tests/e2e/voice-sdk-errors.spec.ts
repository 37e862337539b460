/** The names of states and errors, and what daily-js refuses at the wrong time or in the wrong browser (spec sections 4, 8 and 9). */
import { createCall, each, expect, expectRows, join, ROOM, SENTRY, test, type Row } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test('the states, levels and errors have the spec’s names', EXHAUSTIVE, async ({ sdk }) => {
  const constants = await sdk.evaluate(({ constants }) => {
    const values: Record<string, string[]> = {};
    for (const [name, value] of Object.entries(constants)) {
      const [, group] = /^DAILY_(STATE|TRACK_STATE|ACCESS|CAMERA_ERROR|FATAL_ERROR)_/.exec(name) ?? [];
      if (group) (values[group] ??= []).push(String(value));
    }
    return values;
  });
  for (const values of Object.values(constants)) values.sort();
  expect(constants).toEqual({
    // The loading states are not in a constant; voice-sdk.spec.ts covers them.
    STATE: ['error', 'joined-meeting', 'joining-meeting', 'left-meeting', 'new'],
    TRACK_STATE: ['blocked', 'interrupted', 'loading', 'off', 'playable', 'sendable'],
    ACCESS: ['full', 'lobby', 'none', 'unknown'],
    CAMERA_ERROR: [
      ...['cam-in-use', 'cam-mic-in-use', 'constraints', 'mic-in-use', 'not-found', 'permissions'],
      ...['undefined-mediadevices', 'unknown'],
    ],
    FATAL_ERROR: [
      ...['connection-error', 'ejected', 'end-of-life', 'exp-room', 'exp-token', 'meeting-full', 'nbf-room'],
      ...['nbf-token', 'no-room', 'not-allowed'],
    ],
  });
});

test(
  'every fatal error ends in the state error; three kinds are reported, without name, data and token',
  EXHAUSTIVE,
  async ({ page, sdk }) => {
    const reports: string[] = [];
    await page.route(SENTRY, (route) => {
      reports.push(route.request().postData() ?? '');
      return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: {} });
    });
    // Deviation: the other kinds are not reported.
    const REPORTED = ['connection-error', 'end-of-life', 'no-room'];
    const SILENT = ['ejected', 'exp-room', 'exp-token', 'meeting-full', 'nbf-room', 'nbf-token', 'not-allowed'];
    const KINDS = [...SILENT, ...REPORTED];
    const SECRETS = { userName: 'Ada Secret', userData: { note: 'secret data' }, token: 'secret-token' };
    await createCall(sdk);
    const ends = await sdk.evaluate(
      async ({ call, say }, [kinds, url, secrets]) => {
        const ends: unknown[] = [];
        for (const type of kinds) {
          await call.join({ url, ...secrets });
          const failed = new Promise<unknown>((done) => call.once('error', ({ error }) => done(error)));
          say({ action: 'error', errorMsg: type, error: { type, msg: `because of ${type}` } });
          ends.push([call.meetingState(), await failed, call.meetingState()]);
        }
        return ends;
      },
      [KINDS, ROOM, SECRETS] as const,
    );
    expect(ends).toEqual(KINDS.map((type) => ['joined-meeting', { type, msg: `because of ${type}` }, 'error']));
    await expect.poll(() => reports.length).toBe(REPORTED.length);
    expect(reports.map((report) => /"fatalErrorType":"([^"]*)"/.exec(report)?.[1])).toEqual(REPORTED);
    for (const report of reports) {
      expect(report).not.toMatch(/secret/i);
      for (const name of Object.keys(SECRETS)) expect(report).toContain(`"${name}":"[Filtered]"`);
    }
  },
);

test('a second call, and a frame without a url, are refused', EXHAUSTIVE, async ({ sdk }) => {
  await createCall(sdk, 'frame');
  await expectRows(sdk, [['load', [], "rejects can't load iframe meeting because url property isn't set"]]);
  await expect(createCall(sdk)).rejects.toThrow('Duplicate DailyIframe instances are not allowed');
});

test('what needs a meeting is refused before it is joined', EXHAUSTIVE, async ({ sdk }) => {
  await createCall(sdk);
  const early = (verb: 'throws' | 'rejects', method: Row[0], more = '') =>
    each(method, [{}], `${verb} ${method}() only supported after join.${more}`);
  await expectRows(sdk, [
    ...early('throws', 'sendAppMessage'),
    ...early('throws', 'startTranscription'),
    ...early('throws', 'updateTranscription'),
    ...early('throws', 'stopTranscription'),
    ...early('throws', 'startCustomTrack'),
    ...early('throws', 'stopCustomTrack'),
    ...early('throws', 'stopDialOut'),
    ...early('rejects', 'startDialOut'),
    ...early('rejects', 'sipCallTransfer'),
    ...early('rejects', 'sipRefer'),
    ...early('rejects', 'sendDTMF'),
    ...early('rejects', 'requestAccess'),
    ...early('rejects', 'setNetworkTopology'),
    ...early(
      'rejects',
      'updateReceiveSettings',
      ' To specify receive settings earlier, use the receiveSettings config property.',
    ),
    ['setMeetingSessionData', [{}], 'throws setMeetingSessionData only supported after join.'],
    [
      'startScreenShare',
      [],
      'rejects startScreenShare() requires preAuth(), startCamera(), or join() to initialize call state.',
    ],
    ['join', [], 'rejects No room URL has been provided'],
  ]);
});

test('what prepares a meeting is refused after it is joined', EXHAUSTIVE, async ({ sdk }) => {
  await join(sdk);
  await expectRows(sdk, [
    ['preAuth', [{ url: ROOM }], 'rejects preAuth() not supported after joining a meeting.'],
    [
      'startCamera',
      [],
      'rejects startCamera() not supported after joining a meeting. Did you mean to use setLocalAudio() and/or setLocalVideo() instead?',
    ],
  ]);
});

test('a destroyed call refuses what needs its call machine', EXHAUSTIVE, async ({ sdk }) => {
  await join(sdk);
  await sdk.evaluate(({ call }) => call.destroy());
  await expectRows(sdk, [
    ['setLocalAudio', [true], 'throws Use after destroy'],
    ['startRecording', [], 'throws Use after destroy'],
    ['stopLocalAudioLevelObserver', [], 'throws Use after destroy'],
    ['join', [{ url: ROOM }], 'rejects Use after destroy'],
    ['load', [{ url: ROOM }], 'rejects Use after destroy'],
    ['setUserName', ['Ada'], 'rejects Use after destroy'],
    // Deviation: another reason may come first, and what needs no call machine still works.
    ['sendAppMessage', ['hello'], 'throws sendAppMessage() only supported after join.'],
    ['updateInputSettings', [{ audio: { processor: { type: 'none' } } }]],
    ['meetingState', []],
    ['leave', []],
  ]);
});

test(
  'Prebuilt’s methods are refused in a call object, and a call object’s in Prebuilt',
  EXHAUSTIVE,
  async ({ sdk }) => {
    await createCall(sdk);
    const foreign = (verb: 'throws' | 'rejects', methods: Row[0][], reason: string) =>
      methods.flatMap((method) => each(method, [undefined], `${verb} ${method}() ${reason}`));
    await expectRows(
      sdk,
      foreign(
        'throws',
        [
          ...(['setTheme', 'setShowNamesMode', 'setShowLocalVideo', 'setCustomIntegrations'] as const),
          ...(['startCustomIntegrations', 'updateCustomTrayButtons'] as const),
        ],
        "is only supported as part of Daily's Prebuilt",
      ),
    );
    await sdk.evaluate(({ call }) => call.destroy());
    await join(sdk, 'frame');
    const REASON = 'is only supported on custom callObject instances';
    await expectRows(sdk, [
      ...foreign('throws', ['accessState', 'waitingParticipants', 'setMeetingSessionData'], REASON),
      ...foreign('rejects', ['preAuth', 'startCamera', 'requestAccess', 'updateReceiveSettings'], REASON),
    ]);
  },
);

test('on iOS a screen that is already being captured is not a fatal error', EXHAUSTIVE, async ({ sdk }) => {
  await join(sdk);
  const error = await sdk.evaluate(async ({ call }) => {
    // The SDK itself checks this only in the React Native app; in a browser, the call machine does.
    Object.defineProperty(navigator, 'product', { value: 'ReactNative' });
    Object.assign(window, { DailyNativeUtils: { isIOS: true, isScreenBeingCaptured: () => Promise.resolve(true) } });
    const failed = new Promise<object>((done) => call.once('nonfatal-error', done));
    call.startScreenShare();
    return { ...(await failed), state: call.meetingState() };
  });
  expect(error).toMatchObject({
    type: 'screen-share-error',
    errorMsg: 'Could not start the screen sharing. The screen is already been captured!',
    state: 'joined-meeting',
  });
});

test('a browser without WebRTC is refused', EXHAUSTIVE, async ({ sdk }) => {
  const create = () => createCall(sdk);
  await sdk.evaluate(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
  });
  await expect(create()).rejects.toThrow('WebRTC not supported or suppressed');
  await sdk.evaluate(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices');
  });
  await create();
});

test('a screen can be shared from Chrome 75 and Firefox 67', EXHAUSTIVE, async ({ sdk }) => {
  const chrome = (version: number) => `Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/${version}.0.1.2 Safari/537.36`;
  const firefox = (version: number) => `Mozilla/5.0 (X11; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  const shares = await sdk.evaluate(
    ({ Daily }, agents) =>
      agents.map((userAgent) => {
        Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
        return Daily.supportedBrowser().supportsScreenShare;
      }),
    [chrome(74), chrome(75), firefox(66), firefox(67)],
  );
  expect(shares).toEqual([false, true, false, true]);
});

test('the SDKs warn from the 11th listener of an event on', EXHAUSTIVE, async ({ sdk }) => {
  await createCall(sdk);
  const counts = await sdk.evaluate(({ call, Vapi, printed }) => {
    const vapi = new Vapi('key');
    return [() => call.on('error', () => {}), () => vapi.on('error', () => {})].map((listen) => {
      printed.length = 0;
      let count = 0;
      while (!printed.length && count < 100) {
        listen();
        count++;
      }
      return `${count}: ${printed.join()}`;
    });
  });
  const WARNING =
    '11: warns MaxListenersExceededWarning: Possible EventEmitter memory leak detected. 11 error listeners added.';
  for (const count of counts) expect(count).toContain(WARNING);
});

test.describe('devices', () => {
  test.use({ clock: 'stands still' });

  test('are polled every 3 s if the browser does not report changes', EXHAUSTIVE, async ({ page, sdk }) => {
    const looks = await sdk.evaluateHandle(() => {
      Reflect.deleteProperty(MediaDevices.prototype, 'ondevicechange');
      const looks = { count: 0, updates: 0 };
      // One more device each time.
      navigator.mediaDevices.enumerateDevices = () =>
        Promise.resolve(Array.from({ length: ++looks.count }, () => ({}) as MediaDeviceInfo));
      return looks;
    });
    await createCall(sdk);
    await sdk.evaluate(({ call }, looks) => {
      call.on('available-devices-updated', () => looks.updates++);
    }, looks);
    expect(await looks.jsonValue()).toEqual({ count: 1, updates: 0 });
    for (const count of [2, 3]) {
      await page.clock.runFor(2999);
      expect(await looks.jsonValue()).toEqual({ count: count - 1, updates: count - 2 });
      await page.clock.runFor(1);
      expect(await looks.jsonValue()).toEqual({ count, updates: count - 1 });
    }
  });
});
