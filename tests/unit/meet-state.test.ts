import { describe, expect, it } from 'vitest';
import { clock, fill, initialsOf, inWords } from '../../src/apps/meet/format.ts';
import { isQuiet } from '../../src/apps/meet/quiet.ts';
import type { MeetingState } from '../../src/video/meeting-state.ts';
import { BEFORE, person } from '../setup/meeting-state.ts';

describe('the room is drawn again', () => {
  const now: MeetingState = {
    ...BEFORE,
    people: [person(), person({ id: '2' })],
    captions: [{ personId: '2', name: 'Bo', host: false, text: 'Hello', final: true }],
  };
  /** As the adapter makes it: the same, in new objects. */
  const again = (): MeetingState => ({
    ...now,
    people: now.people.map((one) => ({ ...one, tracks: { ...one.tracks } })),
    captions: now.captions.map((line) => ({ ...line })),
  });

  it('not when nothing but levels has changed, which they do ten times a second', () => {
    expect(isQuiet(now, again())).toBe(true);
    expect(isQuiet(now, { ...again(), people: now.people.map((one) => ({ ...one, level: 0.7 })) })).toBe(true);
  });

  it.each<[string, Partial<MeetingState>]>([
    ['somebody comes', { people: [...now.people, person({ id: '3' })] }],
    ['somebody leaves', { people: now.people.slice(0, 1) }],
    ['somebody is muted', { people: now.people.map((one) => ({ ...one, audio: false })) }],
    ['a picture arrives', { people: now.people.map((one) => ({ ...one, tracks: { video: {} as MediaStreamTrack } })) }],
    ['a caption grows', { captions: [{ personId: '2', name: 'Bo', host: false, text: 'Hello there', final: true }] }],
    ['the phase changes', { phase: 'in-call' }],
    ['somebody knocks', { waiting: [{ id: '9', name: 'Cy' }] }],
  ])('when %s', (_, changes) => {
    expect(isQuiet(now, { ...again(), ...changes })).toBe(false);
  });
});

it.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [65, '1:05'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
  [-3, '0:00'],
])('%s seconds of a call are %s on its clock', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

it.each([
  [0, '1 second'],
  [40, '40 seconds'],
  [60, '1 minute'],
  [1573, '26 minutes'],
  [3590, '1 hour'],
  [3900, '1 hour 5 minutes'],
  [26 * 3600, '26 hours'],
  [72 * 3600, '3 days'],
])('%s seconds of a call are %s in words', (seconds, text) => {
  expect(inWords(seconds)).toBe(text);
});

it.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  ', 'A'],
  ['Ada King Lovelace', 'AL'],
  ['東京 太郎', '東太'],
  ['🦊 fox', '🦊F'],
  ['', ''],
])('the initials of %j in a call are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('a name with braces in a sentence about a call stays what it is', () => {
  expect(fill('{name} is here.', { name: '{limit} $& $1' })).toBe('{limit} $& $1 is here.');
  expect(fill('{other}', { name: 'x' })).toBe('{other}');
});
