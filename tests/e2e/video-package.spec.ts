/** What daily-js does in a video call, beyond the calls with the agent (spec sections 3, 4, 7 and 9). */
import { createCall, each, expect, expectRows, join, say, test } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test('a screen can be shared in every Safari that can capture one, but the first', EXHAUSTIVE, async ({ sdk }) => {
  const safari = (version: string) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
  const shares = await sdk.evaluate(
    ({ Daily }, agents) => {
      const asks = () =>
        agents.map((userAgent) => {
          Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
          return Daily.supportedBrowser().supportsScreenShare;
        });
      const withCapture = asks();
      Object.defineProperty(navigator.mediaDevices, 'getDisplayMedia', { value: undefined });
      return [withCapture, asks()];
    },
    [safari('13.0.1'), safari('17.4'), safari('13.0.0')],
  );
  expect(shares).toEqual([
    [true, true, false],
    [false, false, false],
  ]);
});

test('every device error is an event with its kind, and the meeting goes on', EXHAUSTIVE, async ({ sdk }) => {
  const KINDS = [
    ...['cam-in-use', 'mic-in-use', 'cam-mic-in-use', 'permissions', 'undefined-mediadevices', 'not-found'],
    'constraints',
  ];
  await join(sdk);
  const heard = await sdk.evaluateHandle(({ call }) => {
    const heard: string[] = [];
    call.on('camera-error', ({ error }) => heard.push(`${error.type} while ${call.meetingState()}`));
    return heard;
  });
  await say(
    sdk,
    ...KINDS.map((type) => ({ action: 'camera-error', errorMsg: { errorMsg: type }, error: { type, msg: type } })),
  );
  expect(await heard.jsonValue()).toEqual(KINDS.map((kind) => `${kind} while joined-meeting`));
});

test('whoever knocks is known to the host, who admits or declines them', EXHAUSTIVE, async ({ sdk }) => {
  await join(sdk);
  const waiting = () => sdk.evaluate(({ call }) => Object.values(call.waitingParticipants()).map(({ name }) => name));
  const ada = { id: 'a', name: 'Ada', awaitingAccess: { level: 'full' } };
  await say(sdk, { action: 'waiting-participant-added', participant: ada, allWaitingParticipants: { a: ada } });
  expect(await waiting()).toEqual(['Ada']);
  await sdk.evaluate(({ replies }) => {
    replies['daily-method-update-waiting-participant'] = { id: 'a' };
    replies['daily-method-update-waiting-participants'] = { ids: ['a'] };
  });
  const answers = (value: boolean, ...comes: string[]) =>
    [['updateWaitingParticipant', ['a', { grantRequestedAccess: value }], ...comes]] as const;
  await expectRows(sdk, [
    ...answers(true, 'sends daily-method-update-waiting-participant'),
    ...answers(false, 'sends daily-method-update-waiting-participant'),
    ...each(
      'updateWaitingParticipants',
      [{ '*': { grantRequestedAccess: true } }],
      'sends daily-method-update-waiting-participants',
    ),
  ]);
  await say(sdk, { action: 'waiting-participant-removed', participant: ada, allWaitingParticipants: {} });
  expect(await waiting()).toEqual([]);
});

test('nothing asks where somebody is unless geo() is called', EXHAUSTIVE, async ({ page, sdk }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await createCall(sdk);
  await sdk.evaluate(async ({ call }) => {
    await call.join({ url: 'https://sdk.test/room' });
    await call.leave();
  });
  expect(new Set(asked)).toEqual(new Set(['c.daily.co']));
  await sdk.evaluate(({ call }) => (call as unknown as { geo(): Promise<unknown> }).geo());
  expect(asked.at(-1)).toBe('gs.daily.co');
});
