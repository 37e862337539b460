import { e2e, unit, type BrokenPromise } from '../promise.ts';

const MEETING = 'tools/local/meeting/meeting.ts';
const MACHINE = 'tools/local/meeting/machine';

/** The stand-in for the provider's video rooms (decision 028). */
export const videoRooms: readonly BrokenPromise[] = [
  {
    name: 'rooms-refuse-unknown-fields',
    from: 'decision 028',
    promise: 'The stand-in for the provider’s API refuses a field that it does not know.',
    file: 'tools/local/meeting/fields.ts',
    find: 'if (!kind) throw',
    replace: 'if (!kind && where) throw',
    caughtBy: unit('tools/local/meeting-rest', 'is refused, and nothing is made'),
  },
  {
    name: 'rooms-token-of-another-room',
    from: 'decision 028',
    promise: 'A meeting token opens only its own room.',
    file: 'tools/local/meeting/tokens.ts',
    find: "(claims['r'] ?? room) !== room",
    replace: "claims['r'] === room && false",
    caughtBy: unit('tools/local/meeting-rest', 'a token gives its holder a pass to its room only'),
  },
  {
    name: 'rooms-have-a-lobby',
    from: 'decision 028',
    promise: 'Without a token, one waits in the lobby of a private room until an owner decides.',
    file: MEETING,
    find: "pass === ANYBODY && room.privacy === 'private' ? 'lobby' : 'full'",
    replace: "pass === ANYBODY && room.privacy === 'public' ? 'lobby' : 'full'",
    caughtBy: unit('tools/local/meeting', 'waits in the lobby'),
  },
  {
    name: 'rooms-obey-owners-only',
    from: 'spec 6',
    promise: 'Only an owner mutes and removes others.',
    file: MEETING,
    find: 'else if (!person.pass.owner) return;',
    replace: '',
    caughtBy: unit('tools/local/meeting', 'only an owner mutes and removes'),
  },
  {
    name: 'rooms-end-on-time',
    from: 'spec 4',
    promise: 'When a room’s time is over, everybody is out.',
    file: 'tools/local/meeting/admission.ts',
    find: 'if (eject_at_room_exp && now >= exp)',
    replace: 'if (eject_at_room_exp && now > exp + 60)',
    caughtBy: unit('tools/local/meeting', 'people are out'),
  },
  {
    name: 'rooms-lose-no-signal',
    from: 'decision 028',
    promise: 'A page that lost its connection hears what it has missed.',
    file: MEETING,
    find: 'for (const line of person.sent.slice(after))',
    replace: 'for (const line of person.sent.slice(after, 0))',
    caughtBy: unit('tools/local/meeting', 'hears what it has missed'),
  },
  {
    name: 'machine-offers-screen-from-the-start',
    from: 'decision 028',
    promise: 'A shared screen is seen by the others.',
    file: `${MACHINE}/peer.ts`,
    find: 'for (const name of TRACKS) {',
    replace: 'for (const name of TRACKS.slice(0, 2)) {',
    caughtBy: e2e('meeting-rooms', 'a shared screen is seen by the others beside the camera'),
  },
  {
    name: 'machine-leaves-nothing-open',
    from: 'decision 028',
    promise: 'Leaving closes the connections to everybody.',
    file: `${MACHINE}/others.ts`,
    find: 'for (const peer of peers()) peer.close();',
    replace: '',
    caughtBy: e2e('meeting-rooms', 'leaving tells the others'),
  },
];
