import { atom } from 'nanostores';
import type { Meeting, MeetingState, Person } from '../../src/video/meeting-state.ts';

/** Somebody in a call. */
export const person = (changes: Partial<Person> = {}): Person => ({
  id: 'local',
  name: 'Ada Lovelace',
  local: changes.id === undefined,
  host: false,
  audio: true,
  video: true,
  screen: false,
  level: 0,
  quality: 'good',
  tracks: {},
  ...changes,
});

export const BEFORE: MeetingState = {
  phase: 'before',
  attempt: 0,
  people: [person()],
  waiting: [],
  messages: [],
  captions: [],
  devices: {
    cameras: [],
    microphones: [],
    speakers: [],
    opening: { camera: false, microphone: false },
    errors: {},
  },
  quality: 'good',
  mutedByHost: false,
  screenShare: 'off',
  captioning: 'off',
};

/** A meeting in memory: it does what it is told, at once, and notes it. */
export interface FakeMeeting extends Meeting {
  /** What was called, with what: `admit 2`. */
  called: string[];
  set(changes: Partial<MeetingState>): void;
}

export function fakeMeeting(): FakeMeeting {
  const state = atom<MeetingState>(BEFORE);
  const called: string[] = [];
  const set = (changes: Partial<MeetingState>) => state.set({ ...state.get(), ...changes });
  const own = (changes: Partial<Person>) =>
    set({ people: state.get().people.map((one) => (one.local ? { ...one, ...changes } : one)) });
  const note =
    (name: string, deed: (value: string) => void = () => {}) =>
    (value = '') => {
      called.push(`${name} ${value}`.trim());
      deed(value);
    };
  return {
    state,
    called,
    set,
    join: ({ name, token }) => {
      called.push(`join ${name}`);
      own({ name, host: token !== null });
      set({ phase: token === null ? 'knocking' : 'in-call' });
    },
    leave: note('leave', () => set({ phase: 'ended', ending: { kind: 'left', seconds: 0 } })),
    setAudio: (on) => Promise.resolve(own({ audio: on })),
    setVideo: (on) => Promise.resolve(own({ video: on })),
    setDevice: (kind, id) => Promise.resolve(note(`device ${kind}`)(id)),
    startScreen: () => Promise.resolve(set({ screenShare: 'on' })),
    stopScreen: note('stopScreen', () => set({ screenShare: 'off' })),
    setCaptions: (on) => set({ captioning: on ? 'on' : 'off' }),
    sendChat: (text) => {
      const { messages } = state.get();
      set({ messages: [...messages, { id: String(messages.length), from: '', own: true, text, at: Date.now() }] });
      return undefined;
    },
    admit: note('admit'),
    decline: note('decline'),
    mute: note('mute'),
    remove: note('remove'),
    endForAll: note('endForAll', () => set({ phase: 'ended', ending: { kind: 'ended-for-all', seconds: 0 } })),
    destroy: note('destroy'),
  };
}
