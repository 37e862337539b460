/** How daily-js follows the spec's rules for meetings and for Daily's Prebuilt (sections 3, 5 and 9). */
import { each, expectRows, join, test, type Row } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.describe('in a call object', () => {
  test.beforeEach(({ sdk }) => join(sdk));

  test('app messages, user data and session data are JSON of limited size', EXHAUSTIVE, async ({ sdk }) => {
    const data = (size: number) => ({ a: 'x'.repeat(size - JSON.stringify({ a: '' }).length) });
    const refused = (reason: string, ...values: unknown[]) => each('setMeetingSessionData', values, `throws ${reason}`);
    const NO_JSON = 'must be serializable to JSON: TypeError: Do not know how to serialize a BigInt';
    await expectRows(sdk, [
      ['sendAppMessage', [data(4096)], 'sends app-msg'],
      ['sendAppMessage', [data(4097)], 'throws Message data too large. Max size is 4096'],
      ['setUserData', [data(4096)], 'sends set-user-data'],
      // The SDK's own spelling, here and below.
      [
        'setUserData',
        [data(4097)],
        'rejects userData is too large (4097 characters). Maximum size suppported is 4096.',
      ],
      ['setUserData', [{ a: 1n }], `rejects userData ${NO_JSON}`],
      ['setMeetingSessionData', [data(102_400), 'replace'], 'sends set-session-data'],
      ['setMeetingSessionData', [data(102_400), 'shallow-merge'], 'sends set-session-data'],
      ...refused(
        'Meeting session data is too large (102401 characters). Maximum size suppported is 102400.',
        data(102_401),
      ),
      ...refused('Meeting session data must be a plain (map-like) object', null, [], 'text', new Date(0)),
      ...refused(`Meeting session data ${NO_JSON}`, { a: 1n }),
      [
        'setMeetingSessionData',
        [{}, 'merge'],
        'throws Unrecognized mergeStrategy provided. Options are: [replace,shallow-merge]',
      ],
    ]);
  });

  test('a meeting may set another size limit for app messages', EXHAUSTIVE, async ({ sdk }) => {
    await sdk.evaluate(({ call, say }) => {
      const again = new Promise((done) => call.once('joined-meeting', done));
      say({ action: 'joined-meeting', participants: {}, internal: { _maxAppMessageSize: 5000 } });
      return again;
    });
    await expectRows(sdk, [
      ['sendAppMessage', ['x'.repeat(4998)], 'sends app-msg'],
      ['sendAppMessage', ['x'.repeat(4999)], 'throws Message data too large. Max size is 5000'],
    ]);
  });

  test(
    'another participant’s screen share can only be stopped, and only known permissions granted',
    EXHAUSTIVE,
    async ({ sdk }) => {
      const update = (update: object, ...comes: string[]): Row => ['updateParticipant', ['someone', update], ...comes];
      const accepted = (updatePermissions: object) => update({ updatePermissions }, 'sends update-participant');
      const refused = (updatePermissions: object, ...comes: string[]) =>
        update(
          { updatePermissions },
          ...comes,
          'throws updatePermissions can take hasPresence, canSend, canReceive, and canAdmin permissions. hasPresence must be a boolean. canSend can be a boolean or an Array or Set of media types (video, audio, screenVideo, screenAudio, customVideo, customAudio). canReceive must be an object specifying base, byUserId, and/or byParticipantId fields (see documentation for more details). canAdmin can be a boolean or an Array or Set of admin types (participants, streaming, transcription).',
        );
      const media = { video: true, audio: true, screenVideo: true, screenAudio: true };
      const custom = { customVideo: { '*': true }, customAudio: { '*': true, music: false } };
      await expectRows(sdk, [
        update({ setScreenShare: false }, 'sends update-participant'),
        update(
          { setScreenShare: true },
          "throws setScreenShare must be false, as it's only meant for stopping remote participants' screen shares",
        ),
        accepted({ hasPresence: false }),
        refused({ hasPresence: 'yes' }),
        accepted({ canSend: true }),
        accepted({ canSend: ['video', 'audio', 'screenVideo', 'screenAudio', 'customVideo', 'customAudio'] }),
        refused({ canSend: ['smell'] }),
        refused({ canSend: 'video' }),
        accepted({ canAdmin: false }),
        accepted({ canAdmin: ['participants', 'streaming', 'transcription'] }),
        refused({ canAdmin: ['everything'] }),
        accepted({
          canReceive: { base: false, byUserId: { ada: true }, byParticipantId: { someone: { audio: true } } },
        }),
        accepted({ canReceive: { base: { ...media, ...custom } } }),
        refused(
          { canReceive: { byMood: {} } },
          'prints canReceive can only contain keys (base, byUserId, byParticipantId)',
        ),
        refused(
          { canReceive: { byUserId: { ada: { smell: true } } } },
          "prints invalid media type 'smell' in canReceive",
        ),
        refused(
          { canReceive: { base: { ...media, ...custom, customVideo: {} } } },
          'prints canReceive "base" permission must specify "*" as an entry within \'customVideo\'',
        ),
        refused({ canDance: true }),
      ]);
    },
  );

  test(
    'a transcription stops by its id, and a newcomer’s sound is on, off or a number',
    EXHAUSTIVE,
    async ({ sdk }) => {
      await expectRows(sdk, [
        ...each('stopTranscription', [undefined, { instanceId: 'i' }], 'sends daily-method-stop-transcription'),
        ...each('stopTranscription', [{}, { id: 'i' }], 'throws "instanceId" not provided'),
        ...each('setPlayNewParticipantSound', [true, false, 3], 'sends daily-method-set-play-ding'),
        ...each(
          'setPlayNewParticipantSound',
          ['on'],
          'throws argument to setShouldPlayNewParticipantSound should be true, false, or a number, but is on',
        ),
      ]);
    },
  );

  test('a recording is of a known type', EXHAUSTIVE, async ({ sdk }) => {
    // The spec does not name the second.
    const types = ['cloud', 'cloud-audio-only', 'raw-tracks', 'local'].map((type) => ({ type }));
    await expectRows(sdk, [
      ...each('startRecording', types, 'sends local-recording-start'),
      ...each(
        'startRecording',
        [{ type: 'tape' }],
        "throws invalid type: tape, allowed values 'cloud', 'cloud-audio-only', 'raw-tracks', or 'local'",
      ),
    ]);
  });

  test('a grid has up to 49 tiles on a page, and at least 1', EXHAUSTIVE, async ({ sdk }) => {
    const grid = (grid: object, ...comes: string[]): Row => ['join', [{ layoutConfig: { grid } }], ...comes];
    // The options are checked before the state of the meeting.
    const accepted = (options: object) =>
      grid(options, 'warns already joined meeting, call leave() before joining again');
    const refused = (options: object, reason: string) =>
      grid(
        options,
        `prints grid.${reason}`,
        "rejects property 'layoutConfig': unsupported layoutConfig. Check error logs for detailed info.",
      );
    await expectRows(sdk, [
      accepted({ minTilesPerPage: 1, maxTilesPerPage: 49 }),
      accepted({ minTilesPerPage: 9, maxTilesPerPage: 9 }),
      refused(
        { maxTilesPerPage: 50 },
        "maxTilesPerPage can't be larger than 49 without sacrificing browser performance. Please contact us at https://www.daily.co/contact to talk about your use case.",
      ),
      refused({ maxTilesPerPage: 1.5 }, 'maxTilesPerPage should be an integer. You passed 1.5.'),
      refused({ minTilesPerPage: '1' }, 'minTilesPerPage should be an integer. You passed 1.'),
      refused({ minTilesPerPage: 0 }, "minTilesPerPage can't be lower than 1."),
      refused({ minTilesPerPage: 3, maxTilesPerPage: 2 }, "minTilesPerPage can't be higher than grid.maxTilesPerPage."),
      // Deviation: on its own, the maximum may be less than 1.
      accepted({ maxTilesPerPage: 0 }),
    ]);
  });
});

test.describe('in the frame of Daily’s Prebuilt', () => {
  test.beforeEach(({ sdk }) => join(sdk, 'frame'));

  test('a theme has hex colors of known names, for one look or for light and dark', EXHAUSTIVE, async ({ sdk }) => {
    const NAMES =
      'accent, accentText, background, backgroundAccent, baseText, border, mainAreaBg, mainAreaBgAccent, mainAreaText, supportiveText';
    const all = { colors: Object.fromEntries(NAMES.split(', ').map((name) => [name, '#0aF9c2'])) };
    const accent = (accent: string) => ({ colors: { accent } });
    const accepted = (...themes: object[]) => each('setTheme', themes, 'sends set-theme');
    const refused = (reason: string, ...themes: object[]) =>
      each(
        'setTheme',
        themes,
        `prints ${reason}`,
        "rejects property 'theme': unsupported theme configuration. Check error logs for detailed info.",
      );
    await expectRows(sdk, [
      ...accepted(all, accent('#abc'), { light: all, dark: accent('#ABC') }),
      ...['#zzz', 'red', '#ab', '0af9c2'].flatMap((color) =>
        refused(`accent theme color should be provided in valid hex color format. Received: "${color}"`, accent(color)),
      ),
      ...refused(`unsupported color "glow". Valid colors: ${NAMES}`, { colors: { glow: '#abc' } }),
      ...refused(
        'Theme must contain either both "light" and "dark" properties, or "colors". [object Object]',
        { light: all },
        { dark: all },
        {},
      ),
      // Deviation: each of the pattern's two forms is anchored at one end only.
      ...accepted(accent('#1234567'), accent('xx#abc')),
    ]);
  });

  test('names show always, never or not at all', EXHAUSTIVE, async ({ sdk }) => {
    await expectRows(sdk, [
      ...each('setShowNamesMode', ['always', 'never', false], 'sends set-show-names'),
      // Deviation: it does not throw.
      ['setShowNamesMode', ['often'], 'prints setShowNamesMode argument should be "always", "never", or false'],
    ]);
  });

  test(
    'a custom integration has a label, a location and one source, and starts by a known id',
    EXHAUSTIVE,
    async ({ sdk }) => {
      const one = { label: 'Notes', location: 'main', src: 'https://example.com' };
      const { src, ...sourceless } = one;
      const full = {
        ...sourceless,
        location: 'sidebar',
        srcdoc: '<p>',
        allow: 'camera',
        controlledBy: ['ada'],
        csp: "default-src 'self'",
        iconURL: 'https://example.com/icon.png',
        loading: 'lazy',
        name: 'notes',
        referrerPolicy: 'no-referrer',
        sandbox: 'allow-scripts',
        shared: 'owners',
      };
      const accepted = (notes: object) => each('setCustomIntegrations', [{ notes }], 'sends set-custom-integrations');
      // Deviation, here and below: it does not throw.
      const refused = (reason: string, notes: object) =>
        each('setCustomIntegrations', [{ notes }], `prints customIntegration ${reason}`);
      await expectRows(sdk, [
        ...refused('notes: label is required', { location: 'main', src }),
        ...refused('notes: location is required', { label: 'Notes', src }),
        ...refused("notes: location should be 'main' | 'sidebar'", { ...one, location: 'top' }),
        ...refused('notes: src or srcdoc is required', sourceless),
        ...refused('notes: cannot have both src and srcdoc', { ...one, srcdoc: '<p>' }),
        ...refused('notes: src "notes" is not a valid URL', { ...one, src: 'notes' }),
        ...refused("notes: controlledBy should be '*' | 'owners' | string[]", { ...one, controlledBy: 'ada' }),
        ...refused("notes: shared should be string[] | 'owners' | boolean", { ...one, shared: 'all' }),
        ...refused('does not support key color', { ...one, color: 'red' }),
        // Deviation: `loading` is not checked.
        ...accepted({ ...one, loading: 'never' }),
        ...accepted({ ...one, controlledBy: '*' }),
        ...accepted({ ...one, controlledBy: 'owners' }),
        ...accepted(full),
        ...each('startCustomIntegrations', ['notes', ['notes']], 'sends start-custom-integrations'),
        ['startCustomIntegrations', [['notes', 'quiz']], 'prints Can\'t find custom integration(s): "quiz"'],
        ['startCustomIntegrations', [1], 'prints startCustomIntegrations() only accepts string | string[]'],
      ]);
    },
  );

  test('a tray button has known keys and a known look', EXHAUSTIVE, async ({ sdk }) => {
    const button = {
      iconPath: 'https://example.com/light.svg',
      iconPathDarkMode: 'https://example.com/dark.svg',
      label: 'Notes',
      tooltip: 'Take notes',
    };
    const accepted = (visualState: string) =>
      each('updateCustomTrayButtons', [{ button: { ...button, visualState } }], 'sends update-custom-tray-buttons');
    // Deviation: it does not throw.
    const refused = (reason: string, button: object) =>
      each(
        'updateCustomTrayButtons',
        [{ button }],
        `prints customTrayButton ${reason}`,
        `prints updateCustomTrayButtons only accepts a dictionary of the type {"id":{"iconPath":"string","iconPathDarkMode":"string","label":"string","tooltip":"string","visualState":"'default' | 'sidebar-open' | 'active'"}}`,
      );
    await expectRows(sdk, [
      ...['default', 'sidebar-open', 'active'].flatMap(accepted),
      ...refused("visualState should be 'default' | 'sidebar-open' | 'active'. Got: big", { visualState: 'big' }),
      ...refused('does not support key color', { ...button, color: 'red' }),
      ...refused('iconPath should be a url.', { iconPath: 'icon.svg' }),
      ...refused('label should be a string.', { label: 1 }),
    ]);
  });
});
