/** The messages and events of a voice call, until it ends (spec sections 4, 7 and 9). */
import { ANSWER, expect, payloads, say, sent, stages, start, test } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test('the assistant is audible, is told so, and the call starts when it listens', EXHAUSTIVE, async ({ page, sdk }) => {
  const client = await start(page, sdk);
  // A page may play sound after a click.
  await page.mouse.click(1, 1);
  const off = { state: 'off' };
  const speaker = {
    ...{ session_id: 'bot', user_name: 'Vapi Speaker', local: false },
    tracks: { audio: off, video: off, screenAudio: off, screenVideo: off },
  };
  await say(sdk, { action: 'participant-joined', participant: speaker });
  expect(await sent(sdk, 'update-participant')).toEqual([
    { action: 'update-participant', id: 'bot', properties: { setSubscribedTracks: { audio: true, video: false } } },
  ]);
  await sdk.evaluate(({ state }) => {
    const [pendingTrack] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
    state.streams['bot'] = { participantId: 'bot', type: 'cam', pendingTrack, starttime: 0 };
  });
  const playable = { ...speaker, tracks: { ...speaker.tracks, audio: { state: 'playable' } } };
  await say(sdk, { action: 'participant-updated', participant: playable });
  await expect.poll(() => sent(sdk, 'app-msg')).toEqual([{ action: 'app-msg', data: 'playable', to: '*' }]);
  expect(await page.locator('audio').evaluate((player: HTMLAudioElement) => player.paused)).toBe(false);
  expect(await payloads(client, 'call-start')).toEqual([]);
  const transcript = { type: 'transcript', transcript: 'Hello' };
  await say(
    sdk,
    { action: 'app-message', data: 'listening', fromId: 'bot' },
    { action: 'app-message', data: JSON.stringify(transcript), fromId: 'bot' },
  );
  expect(await payloads(client, 'call-start')).toHaveLength(1);
  expect(await payloads(client, 'message')).toEqual([transcript]);
});

test('the client says, controls, mutes and ends by messages', EXHAUSTIVE, async ({ page, sdk }) => {
  const client = await start(page, sdk);
  await client.evaluate(({ vapi }) => {
    vapi.say('Hello');
    vapi.say('Goodbye', true, true, true);
    vapi.send({ type: 'control', control: 'say-first-message' });
    vapi.setMuted(true);
    vapi.end();
  });
  const messages = await sent(sdk, 'app-msg', 'local-audio', 'leave-meeting');
  expect(
    messages.map(({ action, data, state }) => [action, data ? (JSON.parse(data as string) as unknown) : state]),
  ).toEqual([
    ['app-msg', { type: 'say', message: 'Hello', interruptionsEnabled: false, interruptAssistantEnabled: false }],
    [
      'app-msg',
      {
        ...{ type: 'say', message: 'Goodbye', endCallAfterSpoken: true },
        ...{ interruptionsEnabled: true, interruptAssistantEnabled: true },
      },
    ],
    ['app-msg', { type: 'control', control: 'say-first-message' }],
    ['local-audio', false],
    ['app-msg', { type: 'end-call' }],
    ['leave-meeting', undefined],
  ]);
});

const ENDED = { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' };

test(
  'when the visitor leaves, the call ends, and one message says that the customer ended it',
  EXHAUSTIVE,
  async ({ page, sdk }) => {
    const client = await start(page, sdk);
    await client.evaluate(({ vapi }) => vapi.stop());
    await say(sdk, { action: 'left-meeting' });
    expect(await payloads(client, 'call-end')).toHaveLength(1);
    expect(await payloads(client, 'message')).toEqual([ENDED]);
    expect(await client.evaluate(({ vapi }) => vapi.getDailyCallObject())).toBeNull();
  },
);

test(
  'when the assistant has reported the end of the call, the client does not report it again',
  EXHAUSTIVE,
  async ({ page, sdk }) => {
    const client = await start(page, sdk);
    const ended = { ...ENDED, endedReason: 'assistant-ended-call' };
    await say(sdk, { action: 'app-message', data: JSON.stringify(ended), fromId: 'bot' }, { action: 'left-meeting' });
    expect(await payloads(client, 'call-end')).toHaveLength(1);
    expect(await payloads(client, 'message')).toEqual([ended]);
  },
);

test(
  'a call with video is recorded at 1280x720, and the assistant speaks first once recording has started',
  EXHAUSTIVE,
  async ({ page, sdk }) => {
    const client = await start(page, sdk, { ...ANSWER, artifactPlan: { videoRecordingEnabled: true } });
    expect(await stages(client)).toEqual(
      expect.arrayContaining(['video-recording-setup started', 'video-recording-setup completed']),
    );
    expect(await sent(sdk, 'local-recording-start')).toMatchObject([{ width: 1280, height: 720 }]);
    expect(await sent(sdk, 'join-meeting')).toMatchObject([{ properties: { videoSource: true } }]);
    await say(sdk, { action: 'recording-started' });
    const [message] = await sent(sdk, 'app-msg');
    expect(JSON.parse(message?.['data'] as string)).toEqual({
      type: 'control',
      control: 'say-first-message',
      videoRecordingStartDelaySeconds: expect.any(Number) as unknown,
    });
  },
);

test('an error in noise cancellation turns it off, and the microphone on', EXHAUSTIVE, async ({ page, sdk }) => {
  const client = await start(page, sdk);
  await sdk.evaluate(({ sent }) => (sent.length = 0));
  await say(sdk, { action: 'nonfatal-error', type: 'audio-processor-error' });
  await expect
    .poll(() => sent(sdk, 'update-input-settings', 'local-audio'))
    .toEqual([
      { action: 'update-input-settings', inputSettings: { audio: { processor: { type: 'none' } } } },
      { action: 'local-audio', state: true, options: {} },
    ]);
  expect(await payloads(client, 'error')).toEqual([]);
});

test('a device error is reported, and the call goes on', EXHAUSTIVE, async ({ page, sdk }) => {
  const client = await start(page, sdk);
  const error = { type: 'permissions', blockedBy: 'user', blockedMedia: ['audio'], msg: 'denied' };
  await say(sdk, { action: 'camera-error', errorMsg: { errorMsg: 'denied', audioOk: false }, error });
  expect(await payloads(client, 'camera-error')).toMatchObject([{ type: 'camera-error', error: { error } }]);
  expect(await payloads(client, 'error')).toEqual([]);
  expect(await payloads(client, 'call-end')).toEqual([]);
});

test.describe('with a controlled clock', () => {
  test.use({ clock: 'stands still' });

  test(
    'volume is the total level divided by 0.15, up to 1; above 0.01 is speech, which ends 1 s after its last level',
    EXHAUSTIVE,
    async ({ page, sdk }) => {
      const client = await start(page, sdk);
      const level = (...levels: number[]) =>
        say(sdk, { action: 'remote-participants-audio-level', participantsAudioLevel: Object.assign({}, levels) });
      const speech = () =>
        client.evaluate(({ events }) => events.map(([name]) => name).filter((name) => name.startsWith('speech-')));
      await level(0);
      await level(0.01);
      expect(await speech()).toEqual([]);
      await level(0.005, 0.0055);
      expect(await speech()).toEqual(['speech-start']);
      await page.clock.runFor(999);
      await level(0.05, 0.025);
      await page.clock.runFor(999);
      await level(0.15);
      await level(0.3);
      await page.clock.runFor(500);
      await level(0);
      await page.clock.runFor(499);
      expect(await speech()).toEqual(['speech-start']);
      await page.clock.runFor(1);
      expect(await speech()).toEqual(['speech-start', 'speech-end']);
      const volumes = (await payloads(client, 'volume-level')) as unknown as number[];
      expect(volumes.map((volume) => Number(volume.toFixed(3)))).toEqual([0, 0.067, 0.07, 0.5, 1, 1, 0]);
    },
  );
});
