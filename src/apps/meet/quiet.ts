import type { MeetingState, Person } from '../../video/meeting-state.ts';

/** Whether two objects have the same values, but for some keys. */
function isSame<T extends object>(one: T, other: T, except: readonly (keyof T)[]): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof T)[]);
  return [...keys].every((key) => except.includes(key) || one[key] === other[key]);
}

const isSamePerson = (one: Person, other: Person) =>
  isSame(one, other, ['level', 'tracks']) && isSame(one.tracks, other.tracks, []);

/** Whether two lists have the same entries. The adapter makes them anew each time. */
const isSameList = <T>(one: readonly T[], other: readonly T[], isSameEntry: (one: T, other: T) => boolean) =>
  one.length === other.length &&
  one.every((entry, index) => {
    const counterpart = other[index];
    return counterpart !== undefined && isSameEntry(entry, counterpart);
  });

/** Whether nothing but levels differs, which change ten times a second: too often for React. */
export const isQuiet = (one: MeetingState, other: MeetingState): boolean =>
  isSame(one, other, ['people', 'captions']) &&
  isSameList(one.people, other.people, isSamePerson) &&
  isSameList(one.captions, other.captions, (before, now) => isSame(before, now, []));
