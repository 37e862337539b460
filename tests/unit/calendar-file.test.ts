import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarFile, methodOf, type Appointment } from '../../src/lib/calendar-file.ts';

const appointment: Appointment = {
  state: 'requested',
  id: '0b7e9f4e-5a43-4bb2-9a0e-8a4b1f3f7d11',
  sequence: 0,
  start: '2026-11-24T15:00:00Z',
  minutes: 30,
  title: 'Demo with Bridgewright',
  text: 'We confirm the time.',
  organizer: { name: 'Bridgewright', email: 'hello@bridgewright.example' },
};
const write = (changes: Partial<Appointment> = {}) => calendarFile({ ...appointment, ...changes });

/** The file, as an independent parser reads it. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent');
  const [event] = events;
  return {
    calendar,
    events,
    names: (event?.getAllProperties() ?? []).map(({ name }) => name),
    value: (name: string) => String(event?.getFirstPropertyValue(name)),
    property: (name: string) => event?.getFirstProperty(name),
  };
}

it('holds one tentative appointment', () => {
  const { calendar, events, value, names } = read(write());
  expect(events).toHaveLength(1);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(value('status')).toBe('TENTATIVE');
  expect(value('summary')).toBe(appointment.title);
  expect(value('description')).toBe(appointment.text);
  expect(names).toContain('dtstamp');
});

it.each([
  ['2026-11-24T15:00:00Z', 30, '2026-11-24T15:00:00Z', '2026-11-24T15:30:00Z'],
  ['2026-11-24T16:00:00+01:00', 45, '2026-11-24T15:00:00Z', '2026-11-24T15:45:00Z'],
  // Across midnight, and across the hour in which Berlin sets its clocks back.
  ['2026-12-31T23:45:00Z', 30, '2026-12-31T23:45:00Z', '2027-01-01T00:15:00Z'],
  ['2026-10-25T00:30:00Z', 60, '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
])('of %s and %i minutes starts at %s and ends at %s, in UTC', (start, minutes, begins, ends) => {
  const file = write({ start, minutes });
  const { property, value } = read(file);
  expect([value('dtstart'), value('dtend')]).toEqual([begins, ends]);
  for (const name of ['dtstart', 'dtend']) {
    expect(property(name)?.getParameter('tzid')).toBeUndefined();
    expect(file).toMatch(new RegExp(`^${name}:\\d{8}T\\d{6}Z\\r$`, 'im'));
  }
});

it('has the booking’s id, so that a calendar imports it once', () => {
  expect(read(write()).value('uid')).toBe(appointment.id);
  expect(read(write({ title: 'Other' })).value('uid')).toBe(appointment.id);
});

describe('an answer', () => {
  const attendee = "o'neil+demo@example.com";
  const answered = {
    attendee,
    sequence: 3,
    start: '2026-11-25T16:30:00Z',
    written: '2026-11-23T10:20:30.456789+00:00',
  };

  it.each([
    ['confirmed', 'REQUEST', 'CONFIRMED', 'ACCEPTED'],
    ['proposed', 'REQUEST', 'TENTATIVE', 'NEEDS-ACTION'],
    ['declined', 'CANCEL', 'CANCELLED', undefined],
  ] as const)('that is %s has the method %s and the status %s', (state, method, status, attends) => {
    const { calendar, value, property } = read(write({ ...answered, state }));
    expect(calendar.getFirstPropertyValue('method')).toBe(method);
    expect(methodOf(state)).toBe(method);
    expect(value('status')).toBe(status);
    expect(property('attendee')?.getParameter('partstat')).toBe(attends);
  });

  it.each(['confirmed', 'proposed', 'declined'] as const)(
    'that is %s replaces the visitor’s own file: the same id and organizer, a higher sequence, another time',
    (state) => {
      const [own, answer] = [read(write()), read(write({ ...answered, state }))];
      expect(answer.value('uid')).toBe(own.value('uid'));
      expect(String(answer.property('organizer')?.getFirstValue())).toBe(
        String(own.property('organizer')?.getFirstValue()),
      );
      expect([Number(own.value('sequence')), Number(answer.value('sequence'))]).toEqual([0, 3]);
      expect([answer.value('dtstart'), answer.value('dtend')]).toEqual([
        '2026-11-25T16:30:00Z',
        '2026-11-25T17:00:00Z',
      ]);
    },
  );

  it('names the visitor by nothing but the address', () => {
    const property = read(write({ ...answered, state: 'confirmed' })).property('attendee');
    expect(String(property?.getFirstValue()).toLowerCase()).toBe(`mailto:${attendee}`);
    expect(property?.getParameter('cn')).toBeUndefined();
  });

  it('is the same, byte by byte, when its mail is sent again', () => {
    expect(read(write({ ...answered, state: 'proposed' })).value('dtstamp')).toBe('2026-11-23T10:20:30Z');
    expect(write({ ...answered, state: 'proposed' })).toBe(write({ ...answered, state: 'proposed' }));
  });
});

it('names the organizer', () => {
  const organizer = read(write()).property('organizer');
  expect(organizer?.getParameter('cn')).toBe('Bridgewright');
  expect(organizer?.getFirstValue()).toBe('mailto:hello@bridgewright.example');
});

describe('a text from the visitor', () => {
  const LONG = 'Zoë 🦊 日本語 '.repeat(60).trim();

  it.each([
    ['commas, semicolons and backslashes', 'a, b; c \\ d \\n e: "f"'],
    ['line breaks', 'first\nsecond\n\nfourth'],
    ['emoji', '👩‍👩‍👧 🦊 e\u0301 日本語'],
    ['great length', LONG],
    ['what looks like the end of the file', 'END:VEVENT\nEND:VCALENDAR\nBEGIN:VALARM'],
    ['a leading colon', ':;,'],
  ])('with %s is preserved', (_what, text) => {
    const { value, events } = read(write({ text, title: text.replaceAll('\n', ' ') }));
    expect(events).toHaveLength(1);
    expect(value('description')).toBe(text);
    expect(value('summary')).toBe(text.replaceAll('\n', ' '));
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\x85', '\x0b'])('with the line break %j adds no property', (lineBreak) => {
    const evil = `Call${lineBreak}ATTENDEE:mailto:x@y${lineBreak}STATUS:CONFIRMED`;
    const file = write({ text: evil, title: evil });
    const plain = read(write());
    const { names, value } = read(file);
    expect(names).toEqual(plain.names);
    expect(value('status')).toBe('TENTATIVE');
    expect(value('description').replace(/\s+/g, ' ')).toContain('ATTENDEE:mailto:x@y');
    // Nor for a parser that accepts any line break.
    for (const line of file.split(/\r\n|\r|\n/)) expect(line).not.toMatch(/^(ATTENDEE|STATUS:CONFIRMED)/);
  });

  it('cannot name another organizer', () => {
    const name = 'A";SENT-BY="mailto:x@y\r\nATTENDEE:mailto:x@y';
    const { names } = read(write({ organizer: { name, email: 'hello@bridgewright.example' } }));
    expect(names).toEqual(read(write()).names);
  });

  it('is folded at 75 octets, every line ends with CRLF, and no character is split', () => {
    const file = write({ text: LONG, title: LONG });
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(
      file
        .replace(/\r\n$/, '')
        .split('\r\n')
        .map((line) => Buffer.byteLength(line))
        .filter((size) => size > 75),
    ).toEqual([]);
    expect(file.isWellFormed()).toBe(true);
    expect(read(file).value('description')).toBe(LONG);
  });
});

it('has the place and the address of the room, and neither without a room', () => {
  const url = 'https://site.example/meet#0b7e9f4e-5a43-4bb2-9a0e-8a4b1f3f7d11.host~a-secret_of~letters';
  const { value } = read(write({ state: 'confirmed', location: url, url }));
  expect([value('url'), value('location')]).toEqual([url, url]);
  const { names } = read(write());
  expect(names).not.toContain('url');
  expect(names).not.toContain('location');
});
