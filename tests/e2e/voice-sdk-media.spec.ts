/** How daily-js follows the spec's rules for sound and video (sections 3, 5 and 9). */
import { each, expectRows, join, test, type Row } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.beforeEach(({ sdk }) => join(sdk));

test('a custom track has a name of its own, of up to 50 characters, and a known mode', EXHAUSTIVE, async ({ sdk }) => {
  const track = await sdk.evaluateHandle(
    () => new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0],
  );
  const accepted = (...options: object[]) =>
    each(
      'startCustomTrack',
      options.map((options) => ({ track, ...options })),
      'sends start-custom-track',
    );
  const refused = (reason: string, ...options: object[]) =>
    each(
      'startCustomTrack',
      options.map((options) => ({ track, ...options })),
      `throws ${reason}`,
    );
  const RESERVED = 'cam-audio, cam-video, customVideoDefaults, screen-video, screen-audio, rmpAudio, rmpVideo';
  await expectRows(sdk, [
    ...accepted({}, { trackName: 'x'.repeat(50) }, { mode: 'music' }, { mode: 'speech' }, { mode: { bitrate: 1 } }),
    ...refused('Custom track `trackName` must not be more than 50 characters', { trackName: 'x'.repeat(51) }),
    ...refused(
      `Custom track \`trackName\` must not match a track name already used by daily: ${RESERVED}`,
      ...RESERVED.split(', ').map((trackName) => ({ trackName })),
    ),
    ...refused('Custom track `mode` must be either `music` | `speech` | `DailyMicAudioModeSettings` or `undefined`', {
      mode: 'loud',
    }),
    ...refused('Custom tracks provided must be instances of MediaStreamTrack', { track: {} }),
    // Deviation: without an argument the SDK fails on its own default.
    ['startCustomTrack', [], 'throws track is not defined'],
  ]);
});

test('audio levels come every 100 ms, or less often', EXHAUSTIVE, async ({ sdk }) => {
  const TOO_OFTEN = 'throws The interval must be a number greater than or equal to 100 milliseconds.';
  const LOCAL = 'startLocalAudioLevelObserver';
  const REMOTE = 'startRemoteParticipantsAudioLevelObserver';
  // Deviation: 0 counts as not given.
  const accepted = [undefined, 0, 100, 2000];
  await expectRows(sdk, [
    ...each(LOCAL, accepted, 'sends start-local-audio-level-observer'),
    ...each(REMOTE, accepted, 'sends start-remote-participants-audio-level-observer'),
    ...each(LOCAL, [99, -1, '200'], TOO_OFTEN),
    ...each(REMOTE, [99, -1, '200'], TOO_OFTEN),
  ]);
});

test('a remote media player plays or pauses, at a volume from 0 to 2', EXHAUSTIVE, async ({ sdk }) => {
  const HELP = {
    startRemoteMediaPlayer:
      'prints startRemoteMediaPlayer arguments must be of the form:\n  { url: "playback url",\n  settings?:\n  {state: "play"|"pause", simulcastEncodings?: [{}] } }',
    updateRemoteMediaPlayer:
      'prints updateRemoteMediaPlayer arguments must be of the form:\n  session_id: "participant session",\n  { settings?: {state: "play"|"pause"} }',
  };
  const url = 'https://example.com/film.mp4';
  for (const [method, action] of [
    ['startRemoteMediaPlayer', 'daily-method-start-remote-media-player'],
    ['updateRemoteMediaPlayer', 'daily-method-update-remote-media-player'],
  ] as const) {
    const refused = (settings: object, reason: string) =>
      each(method, [{ url, settings }], HELP[method], `rejects ${reason}`);
    await expectRows(sdk, [
      ...each(
        method,
        [{ volume: 0 }, { volume: 2 }, { state: 'play' }, { state: 'pause' }].map((settings) => ({ url, settings })),
        `sends ${action}`,
      ),
      ...refused({ volume: 2.1 }, 'RemoteMediaPlayerSettings.volume: must be between 0.0 - 2.0'),
      ...refused({ volume: -0.1 }, 'RemoteMediaPlayerSettings.volume: must be between 0.0 - 2.0'),
      ...refused({ volume: '1' }, 'RemoteMediaPlayerSettings.volume: must be "number" type'),
      ...refused(
        { state: 'stop' },
        'Invalid value for RemoteMediaPlayerSettings.state, valid values are: {"PLAY":"play","PAUSE":"pause"}',
      ),
    ]);
  }
  await expectRows(sdk, [
    // Deviation: only here would the SDK bound the numbers of simulcast as the spec does, but it never gets that far.
    ...each(
      'startRemoteMediaPlayer',
      [{ url, settings: { simulcastEncodings: [{ maxBitrate: 100_000 }] } }],
      HELP.startRemoteMediaPlayer,
      "rejects Cannot read properties of undefined (reading 'validateSimulcastEncodings')",
    ),
  ]);
});

test(
  'a background is blurred by more than 0 and up to 1, or is an image 1 to 10 or of a known type',
  EXHAUSTIVE,
  async ({ sdk }) => {
    const processor = (type: string, config?: object) => ({ video: { processor: { type, config } } });
    const blurred = (strength: unknown) => processor('background-blur', { strength });
    const image = (source: unknown) => processor('background-image', { source });
    const sound = (type: string) => ({ audio: { processor: { type } } });
    const accepted = (...settings: object[]) => each('updateInputSettings', settings, 'sends update-input-settings');
    const refused = (reason: string, ...settings: object[]) =>
      each(
        'updateInputSettings',
        settings,
        `prints ${reason}`,
        'rejects with no Error: inputSettings must be of the form: { video?: { processor?: { type: [ none | background-blur | background-image | face-detection ], config?: {} } }, audio?: { processor: {type: [ none | noise-cancellation ] } } }',
      );
    const STRENGTH =
      'invalid object in inputSettings -> video -> processor -> config; expected: {0 < strength <= 1}, got:';
    await expectRows(sdk, [
      ...accepted(blurred(0.01), blurred(1)),
      ...[0, -1, 1.01, '1', NaN].flatMap((strength) => refused(`${STRENGTH} ${strength}`, blurred(strength))),
      ...accepted(image(1), image(10)),
      ...refused('invalid image selection; must be an int, > 0, <= 10', image(0), image(11), image(1.5)),
      ...accepted(...['jpg', 'jpeg', 'png'].map((type) => image(`https://example.com/image.${type}`))),
      ...refused('invalid image type; supported types: [jpg, png, jpeg]', image('https://example.com/image.gif')),
      ...accepted(processor('none'), processor('face-detection'), sound('none'), sound('noise-cancellation')),
      ...refused('inputSettings video processor type invalid', processor('glasses')),
      ...refused('inputSettings audio processor type invalid', sound('echo')),
      ...accepted({ audio: { settings: { deviceId: 'default' } }, video: { settings: { deviceId: 'default' } } }),
    ]);
  },
);

test('a received layer is a whole number from 0, or inherited', EXHAUSTIVE, async ({ sdk }) => {
  const layer = (layer: unknown) => ({ base: { video: { layer }, screenVideo: { layer } } });
  await expectRows(sdk, [
    ...each(
      'updateReceiveSettings',
      [layer(0), layer(2), layer('inherit'), { '*': { video: { layer: 1 } } }],
      'sends update-receive-settings',
    ),
    ...each(
      'updateReceiveSettings',
      [layer(-1), layer(1.5), layer('x'), { local: {} }],
      'rejects receiveSettings must be of the form { [<remote participant id> | base | "*"]: { [video: [{ layer: [<non-negative integer> | "inherit"] } | "inherit"]], [screenVideo: [{ layer: [<non-negative integer> | "inherit"] } | "inherit"]] }}}',
    ),
  ]);
});

test(
  'camera or screen video is sent with a preset, a maximum quality, or 1 to 3 layers',
  EXHAUSTIVE,
  async ({ sdk }) => {
    const accepted = (...settings: object[]) => each('updateSendSettings', settings, 'sends update-send-settings');
    const refused = (reason: string, ...settings: object[]) => each('updateSendSettings', settings, `throws ${reason}`);
    const presets = (track: string, presets: string) => [
      ...accepted(...presets.split(',').map((preset) => ({ [track]: preset }))),
      ...refused(
        `Video send settings should be either an object or one of the supported presets: ${presets}`,
        { [track]: 'best' },
        { [track]: 1 },
      ),
    ];
    const quality = (maxQuality: string) => ({ video: { maxQuality } });
    const layers = (...names: string[]) => ({
      video: { encodings: Object.fromEntries(names.map((name) => [name, { maxBitrate: 100_000 }])) },
    });
    await expectRows(sdk, [
      ...presets(
        'video',
        'default-video,bandwidth-optimized,bandwidth-and-quality-balanced,quality-optimized,adaptive-2-layers,adaptive-3-layers',
      ),
      ...presets('screenVideo', 'default-screen-video,detail-optimized,motion-optimized,motion-and-detail-balanced'),
      ...accepted(quality('low'), quality('medium'), quality('high')),
      ...refused('maxQuality must be either low, medium or high', quality('best')),
      ...refused('Send settings must contain at least information for one track!', {}),
      ...accepted(layers('low'), layers('low', 'medium'), layers('low', 'medium', 'high')),
      ...refused(
        'Encodings must be defined as: low, low and medium, or low, medium and high.',
        layers(),
        layers('high'),
        layers('low', 'medium', 'high', 'highest'),
      ),
      // Deviation: the numbers of the layers are not limited.
      ...accepted({ video: { encodings: { low: { maxBitrate: 1, maxFramerate: 99, scaleResolutionDownBy: 99 } } } }),
    ]);
  },
);

test('camera simulcast has 1 to 3 layers', EXHAUSTIVE, async ({ sdk }) => {
  const DEPRECATED =
    'warns camSimulcastEncodings is deprecated. Use sendSettings, found in DailyCallOptions, to provide camera simulcast settings.';
  const encodings = (layers: object[], ...comes: string[]): Row => [
    'join',
    [{ dailyConfig: { camSimulcastEncodings: layers } }],
    DEPRECATED,
    ...comes,
  ];
  // The options are checked before the state of the meeting.
  const accepted = (...layers: object[]) =>
    encodings(layers, 'warns already joined meeting, call leave() before joining again');
  const refused = (reason: string, ...layers: object[]) =>
    encodings(
      layers,
      `prints Failed to validate dailyConfig Error: ${reason}`,
      "rejects property 'dailyConfig': Unsupported dailyConfig. Check error logs for detailed info.",
    );
  const layer = { maxBitrate: 2_500_000, maxFramerate: 30, scaleResolutionDownBy: 8 };
  await expectRows(sdk, [
    accepted(layer),
    accepted(layer, layer, layer),
    refused('encodings must be an Array with between 1 to 3 layers'),
    refused('encodings must be an Array with between 1 to 3 layers', layer, layer, layer, layer),
    refused('maxBitrate must be a number', { maxBitrate: '1' }),
    refused('Invalid key speed, valid keys are:maxBitrate,maxFramerate,scaleResolutionDownBy', { speed: 1 }),
    // Deviation: the numbers of the layers are not limited.
    accepted({ maxBitrate: 1, maxFramerate: 99, scaleResolutionDownBy: 99 }),
  ]);
});
