/** The messages between daily-js and its call machine, and what it stores and refuses (spec sections 3, 7 and 8). */
import { createCall, each, expect, expectRows, join, ROOM, test, type Row } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test('every method sends the spec’s message, with its arguments', EXHAUSTIVE, async ({ page, sdk }) => {
  await join(sdk);
  await sdk.evaluate(({ replies }) => {
    replies['daily-method-request-access'] = { access: { level: 'full' }, granted: true };
  });
  const track = await page.evaluateHandle(() => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    return canvas.captureStream().getVideoTracks()[0];
  });
  const to = { sessionId: 's', toEndPoint: 'sip:desk@example.com' };
  const input = { audio: { processor: { type: 'noise-cancellation' } } };
  const layout = { preset: 'default' };
  const media = { url: 'https://example.com/film.mp4', settings: { state: 'pause' } };
  const rows: [method: Row[0], args: unknown[], action: string, fields?: object][] = [
    ['updateParticipant', ['a', { eject: true }], 'update-participant', { id: 'a', properties: { eject: true } }],
    ['updateParticipants', [{ a: { eject: true } }], 'update-participants', { participants: { a: { eject: true } } }],
    ['updateReceiveSettings', [{ a: {} }], 'update-receive-settings', { receiveSettings: { a: {} } }],
    ['updateInputSettings', [input], 'update-input-settings', { inputSettings: input }],
    // A track cannot be sent; the call machine finds it in the page.
    [
      'updateInputSettings',
      [{ video: { settings: { customTrack: track } } }],
      'update-input-settings',
      { inputSettings: { video: { settings: { customTrack: 'daily-custom-track' } } } },
    ],
    [
      'updateSendSettings',
      [{ video: 'quality-optimized' }],
      'update-send-settings',
      { sendSettings: { video: 'quality-optimized' } },
    ],
    ['setMeetingSessionData', [{ a: 1 }], 'set-session-data', { data: { a: 1 }, mergeStrategy: 'replace' }],
    ['setUserName', ['Ada'], 'set-user-name', { name: 'Ada', thisMeetingOnly: false }],
    ['setUserName', ['Ada', { thisMeetingOnly: true }], 'set-user-name', { name: 'Ada', thisMeetingOnly: true }],
    ['setUserData', [{ a: 1 }], 'set-user-data', { userData: { a: 1 } }],
    // Deviation: some actions begin with daily-method-, which the spec leaves out.
    ['requestAccess', [{ name: 'Ada' }], 'daily-method-request-access', { access: { level: 'full' }, name: 'Ada' }],
    ['startRecording', [{ type: 'local' }], 'local-recording-start', { type: 'local' }],
    ['updateRecording', [{ instanceId: 'i' }], 'daily-method-update-recording', { layout, instanceId: 'i' }],
    ['stopRecording', [{ instanceId: 'i' }], 'local-recording-stop', { instanceId: 'i' }],
    ['startLiveStreaming', [{ layout }], 'daily-method-start-live-streaming', { layout }],
    ['updateLiveStreaming', [{ instanceId: 'i' }], 'daily-method-update-live-streaming', { layout, instanceId: 'i' }],
    ['stopLiveStreaming', [{ instanceId: 'i' }], 'daily-method-stop-live-streaming', { instanceId: 'i' }],
    ['startTranscription', [{ language: 'en' }], 'daily-method-start-transcription', { language: 'en' }],
    ['updateTranscription', [{ participants: ['a'] }], 'daily-method-update-transcription', { participants: ['a'] }],
    ['stopTranscription', [{ instanceId: 'i' }], 'daily-method-stop-transcription', { instanceId: 'i' }],
    ['startDialOut', [{ phoneNumber: '+1' }], 'dialout-start', { phoneNumber: '+1' }],
    ['stopDialOut', [{ sessionId: 's' }], 'dialout-stop', { sessionId: 's' }],
    ['sendDTMF', [{ sessionId: 's', tones: '1' }], 'send-dtmf', { sessionId: 's', tones: '1' }],
    ['sipCallTransfer', [to], 'sip-call-transfer', { ...to, useSipRefer: false }],
    ['sipRefer', [to], 'sip-call-transfer', { ...to, useSipRefer: true }],
    ['sendAppMessage', ['hello'], 'app-msg', { data: 'hello', to: '*' }],
    ['sendAppMessage', [{ a: 1 }, 'someone'], 'app-msg', { data: { a: 1 }, to: 'someone' }],
    ['startRemoteMediaPlayer', [media], 'daily-method-start-remote-media-player', media],
    [
      'updateRemoteMediaPlayer',
      [{ session_id: 's', settings: { volume: 1 } }],
      'daily-method-update-remote-media-player',
      { session_id: 's', settings: { volume: 1 } },
    ],
    ['stopRemoteMediaPlayer', ['s'], 'daily-method-stop-remote-media-player', { session_id: 's' }],
    ['startCustomTrack', [{ track }], 'start-custom-track', { properties: { track: 'daily-custom-track' } }],
    ['stopCustomTrack', ['tag'], 'stop-custom-track', { mediaTag: 'tag' }],
    ['setNetworkTopology', [{ topology: 'sfu' }], 'set-network-topology', { opts: { topology: 'sfu' } }],
    ['getNetworkTopology', [], 'get-network-topology'],
    ['testNetworkConnectivity', [track], 'test-network-connectivity'],
    ['testWebsocketConnectivity', [], 'test-websocket-connectivity'],
    ['leave', [], 'leave-meeting'],
  ];
  const messages = await sdk.evaluate(
    async ({ call, sent }, calls) => {
      sent.length = 0;
      for (const [method, args] of calls)
        await (call as unknown as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args);
      return sent.map(({ what: _what, from: _from, callClientId: _id, callbackStamp: _stamp, ...message }) => message);
    },
    rows.map(([method, args]) => [method, args] as const),
  );
  expect(messages).toEqual(rows.map(([, , action, fields]) => ({ action, ...fields })));
});

test(
  'a meeting is joined, and a camera started, with all options and what was set before',
  EXHAUSTIVE,
  async ({ sdk }) => {
    const messages = await sdk.evaluate(async ({ Daily, sent }, url) => {
      const call = Daily.createCallObject({ url, audioSource: true, videoSource: false });
      await call.setUserData({ a: 1 });
      await call.startCamera({ url, userName: 'Ada' });
      await call.join({ subscribeToTracksAutomatically: false });
      return sent.filter(({ action }) => action !== 'transmit-log');
    }, ROOM);
    const properties = {
      url: ROOM,
      layout: 'none',
      audioSource: true,
      videoSource: false,
      userName: 'Ada',
      userData: { a: 1 },
    };
    expect(messages).toMatchObject([
      { action: 'start-camera', properties, preloadCache: { allowLocalAudio: true, allowLocalVideo: false } },
      { action: 'join-meeting', properties, preloadCache: { subscribeToTracksAutomatically: false } },
    ]);
  },
);

test('a call’s quality is tested before joining, once the camera has started', EXHAUSTIVE, async ({ sdk }) => {
  await createCall(sdk);
  await sdk.evaluate(({ replies }) => (replies['test-call-quality'] = { results: { result: 'good' } }));
  await expectRows(sdk, [
    ['testCallQuality', [], 'rejects testCallQuality() requires preAuth() or startCamera() to initialize call state.'],
    ['startCamera', [{ url: ROOM }], 'sends start-camera'],
    ['testCallQuality', [], 'sends test-call-quality'],
    ['join', [], 'sends join-meeting'],
    ['testCallQuality', [], 'rejects testCallQuality() not supported after joining a meeting.'],
  ]);
});

test('a network test needs a live video track', EXHAUSTIVE, async ({ page, sdk }) => {
  await join(sdk);
  const ended = await page.evaluateHandle(() => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    const [track] = canvas.captureStream().getVideoTracks();
    track?.stop();
    return track;
  });
  // Deviation: the message of the spec goes to the console only.
  await expectRows(
    sdk,
    each(
      'testNetworkConnectivity',
      [ended],
      'prints Video track is not playable. This test needs a live video track.',
      'rejects Video track error',
    ),
  );
});

test(
  'the location is read from a GET response with geo, and is empty if that fails',
  EXHAUSTIVE,
  async ({ page, sdk }) => {
    await createCall(sdk);
    const geo = () => sdk.evaluate(({ call }) => (call as unknown as { geo(): Promise<unknown> }).geo());
    expect(await geo()).toEqual({ current: '' });
    await page.route('https://gs.daily.co/**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { geo: `${route.request().method()} from eu-central-1` },
      }),
    );
    expect(await geo()).toEqual({ current: 'GET from eu-central-1' });
  },
);

test('access, participant counts, network state and session data are stored', EXHAUSTIVE, async ({ sdk }) => {
  await join(sdk);
  const facts = () =>
    sdk.evaluate(async ({ call }) => ({
      access: call.accessState(),
      counts: call.participantCounts(),
      network: await call.getNetworkStats(),
      meeting: call.meetingSessionState(),
    }));
  expect(await facts()).toEqual({
    access: { access: 'unknown' },
    counts: { present: 0, hidden: 0 },
    network: { threshold: 'good', quality: 100, networkState: 'unknown' },
    meeting: { data: {}, topology: 'none' },
  });
  await sdk.evaluate(({ call, replies, say }) => {
    const last = new Promise((done) => call.once('meeting-session-state-updated', done));
    replies['get-calc-stats'] = { stats: { latest: {} } };
    say({ action: 'access-state-updated', access: { level: 'lobby' }, awaitingAccess: { level: 'full' } });
    say({ action: 'participant-counts-updated', participantCounts: { present: 2, hidden: 1 } });
    const state = { state: 'bad', reasons: ['recvPacketLoss'] };
    say({ action: 'network-quality-change', state, threshold: 'low', quality: 20 });
    say({ action: 'meeting-session-state-updated', meetingSessionState: { data: { a: 1 }, topology: 'sfu' } });
    return last.then(() => undefined);
  });
  expect(await facts()).toEqual({
    access: { access: { level: 'lobby' }, awaitingAccess: { level: 'full' } },
    counts: { present: 2, hidden: 1 },
    network: {
      threshold: 'low',
      quality: 20,
      networkState: 'bad',
      networkStateReasons: ['recvPacketLoss'],
      stats: { latest: {} },
    },
    meeting: { data: { a: 1 }, topology: 'sfu' },
  });
});

test(
  'a participant has session_id, local, audio, video, screen, and tracks that play when they are playable',
  EXHAUSTIVE,
  async ({ sdk }) => {
    await join(sdk);
    const participant = await sdk.evaluate(async ({ call, say, state }) => {
      const track = () => new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0];
      for (const type of ['cam', 'music'])
        state.streams[type] = { participantId: 'someone', type, pendingTrack: track(), starttime: 0 };
      const started: string[] = [];
      call.on('track-started', ({ type }) => started.push(type));
      const joined = new Promise((done) => call.once('participant-joined', done));
      const off = { state: 'off' };
      say({
        action: 'participant-joined',
        participant: {
          ...{ session_id: 'someone', user_name: 'Ada', local: false, audio: true, video: false, screen: false },
          tracks: {
            ...{ video: off, screenVideo: { state: 'blocked' }, screenAudio: { state: 'loading' } },
            audio: { state: 'playable', subscribed: true },
            music: { state: 'interrupted', kind: 'audio' },
          },
        },
      });
      await joined;
      const participant = call.participants()['someone'];
      const plain = Object.entries(participant ?? {}).filter(
        ([name, value]) => name !== 'tracks' && !(value instanceof MediaStreamTrack),
      );
      const tracks = Object.entries(participant?.tracks ?? {}).map(([name, track]) => [
        name,
        `${track?.state ?? ''}, ${track?.track ? 'plays' : 'does not play'}, ${track?.persistentTrack ? 'known' : 'unknown'}`,
      ]);
      return { ...Object.fromEntries(plain), tracks: Object.fromEntries(tracks) as object, started };
    });
    expect(participant).toEqual({
      ...{ session_id: 'someone', user_name: 'Ada', local: false, audio: true, video: false, screen: false },
      tracks: {
        audio: 'playable, plays, known',
        music: 'interrupted, does not play, known',
        video: 'off, does not play, unknown',
        screenVideo: 'blocked, does not play, unknown',
        screenAudio: 'loading, does not play, unknown',
      },
      started: ['audio'],
    });
  },
);
