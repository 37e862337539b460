import type { MeetingState, Person } from '../../src/video/meeting-state.ts';

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

/** A meeting before somebody joins. */
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
