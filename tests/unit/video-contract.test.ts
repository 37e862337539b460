import { expect, it } from 'vitest';
import { expectTest, tableRows } from '../setup/named-test.ts';

const DOCUMENT = 'docs/video-contract.md';

/** What the specification says of the video call, who makes it true, and the tests that show it. */
const rows = tableRows(DOCUMENT, /^\| says /).map(([says = '', by = '', tests = '']) => ({ says, by, tests }));

it.each(rows)('$says: is held by somebody, and the tests that show it exist', ({ by, tests }) => {
  expect(['package', 'us', 'provider', 'not used']).toContain(by);
  // What only the provider can do is said, and claims no test.
  if (by === 'provider') expect(tests).not.toMatch(/^(|`tests.*)$/);
  else for (const test of tests.split('<br>')) expectTest(test);
});

/** Names, messages and numbers of sections 3 to 9, in the specification's order. */
const NAMES = `session_id screenVideo screenAudio off blocked loading interrupted sendable playable hasPresence canSend
customVideo customAudio canReceive base byUserId byParticipantId canAdmin streaming transcription lobby awaitingAccess
hidden threshold networkState stats deviceId customTrack background-blur background-image face-detection
noise-cancellation accentText backgroundAccent mainAreaBgAccent supportiveText iconPathDarkMode visualState sidebar-open
controlledBy csp iconURL eager referrerPolicy sandbox srcdoc shared joining-meeting joined-meeting left-meeting
raw-tracks ejected not-allowed connection-error exp-room exp-token nbf-room nbf-token no-room meeting-full end-of-life
cam-in-use mic-in-use cam-mic-in-use undefined-mediadevices not-found constraints waitBeforeExtensionDialSec sessionId
toEndPoint useSipRefer inherit 102400 shallow-merge 4096 cam-audio cam-video screen-video screen-audio rmpAudio rmpVideo
customVideoDefaults maxTilesPerPage 49 minTilesPerPage default-video bandwidth-optimized bandwidth-and-quality-balanced
quality-optimized adaptive-2-layers adaptive-3-layers default-screen-video detail-optimized motion-optimized
motion-and-detail-balanced maxQuality sipUri phoneNumber PCMU G722 H264 VP8 callerId displayName userId DTMF
setScreenShare stopTranscription instanceId startCustomIntegrations setPlayNewParticipantSound updatePermissions preAuth
owners join-meeting leave-meeting start-camera update-participant update-receive-settings update-input-settings
update-send-settings set-session-data set-user-name thisMeetingOnly set-user-data request-access dialout-start
dialout-stop send-dtmf app-msg topology call-quality geo redacted WebRTC Duplicate destroy screen-share-error 3000
20000 75 67 Safari listeners`.split(/\s+/);

it('no name, message or number of the specification is missing', () => {
  const said = rows.map(({ says }) => says).join(' ');
  expect(NAMES.filter((name) => !said.includes(name))).toEqual([]);
});
