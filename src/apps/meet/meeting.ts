import { PUBLIC_MEETINGS } from 'astro:env/client';
import { atom, onMount } from 'nanostores';
import { createMeeting, type MeetingState, type Person } from '../../video/meeting.ts';

/** The meeting of this page. It opens nothing until it is told to. */
export const meeting = createMeeting(
  PUBLIC_MEETINGS?.startsWith('http') ? { bundleUrl: `${PUBLIC_MEETINGS}/call-machine.js` } : {},
);

/** Whether two objects have the same values, but for some keys. */
function isSame<T extends object>(one: T, other: T, except: readonly (keyof T)[]): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof T)[]);
  return [...keys].every((key) => except.includes(key) || one[key] === other[key]);
}

const isSamePerson = (one: Person, other: Person | undefined) =>
  other !== undefined && isSame(one, other, ['level', 'tracks']) && isSame(one.tracks, other.tracks, []);

/** Whether nothing but levels differs, which change ten times a second: too often for React. */
const isQuiet = (one: MeetingState, other: MeetingState) =>
  isSame(one, other, ['people']) &&
  one.people.length === other.people.length &&
  one.people.every((person, index) => isSamePerson(person, other.people[index]));

/** The state of the meeting, without the changes of levels. */
export const $call = atom<MeetingState>(meeting.state.get());
onMount($call, () =>
  meeting.state.subscribe((state) => {
    if (!isQuiet(state, $call.get())) $call.set(state);
  }),
);

/** The level of a person's voice, 0 to 1. */
export const levelOf = (id: string): number =>
  meeting.state.get().people.find((person) => person.id === id)?.level ?? 0;
