import { describe, expect, it } from 'vitest';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';
import { erasedLines, isSameAddress } from '../../src/apps/desk/duties/erasure.ts';
import { mailOf } from '../../src/apps/desk/request/booking.ts';
import { timeProblem, toInstant, toWallTime } from '../../src/apps/desk/request/booking-time.ts';
import { factsOf, originOf, subjectOf, type Labels } from '../../src/apps/desk/request/facts.ts';
import { mailto } from '../../src/apps/desk/request/mailto.ts';
import { turnsOf } from '../../src/apps/desk/request/transcript.ts';
import { briefly, inZone, lengthOf } from '../../src/apps/desk/time.ts';

const labels: Labels = {
  team: emailCopy.team.labels,
  booking: emailCopy['demo-booking'].team.labels,
  application: emailCopy['internship-application'].team.labels,
  positions: emailCopy.positions,
  availabilities: emailCopy.availabilities,
};

/** The columns of every request. */
const common = {
  id: '6f1c2b9e-0000-4000-8000-000000000001',
  name: 'Ada',
  email: 'ada@example.com',
  source: 'marketing-website',
  created_at: '2026-11-25T10:00:00+00:00',
  fill_ms: 5000,
  page: '/flow',
  referrer_host: 'search.example',
  utm_source: 'letter',
  utm_medium: '',
  utm_campaign: 'spring',
  utm_term: '',
  utm_content: '',
  notified_at: null,
  tries: 0,
  failure: '',
  dead_at: null,
};

describe('the desk shows what was sent', () => {
  it('with the words of the form', () => {
    const { facts, texts } = factsOf(
      'internship_applications',
      {
        ...common,
        phone: '',
        position: 'data-analysis',
        availability: 'within-1-month',
        motivation: 'One\nTwo',
        experience: '',
        resume_name: 'cv.pdf',
        resume_extension: 'pdf',
        resume_size: 9,
      },
      labels,
    );
    expect(facts.map(([, value]) => value)).toEqual([
      labels.positions['data-analysis'],
      labels.availabilities['within-1-month'],
    ]);
    expect(texts).toEqual([[labels.application.motivation, 'One\nTwo']]);
  });

  it('with its values on one line, without characters that mislead', () => {
    const { facts, texts } = factsOf(
      'contact_submissions',
      { ...common, subject: '\u202Eevil\nPage: /', message: 'As\n\u202Etyped' },
      labels,
    );
    expect(facts).toEqual([['Subject', 'evil Page: /']]);
    expect(texts).toEqual([['Message', 'As\n\u202Etyped']]);
  });

  it('also of a kind and a column that were added since', () => {
    const { facts, texts } = factsOf('newsletter_requests', { ...common, first_topic: 'AI', wishes: 'a\nb' }, labels);
    expect(facts).toEqual([['First topic', 'AI']]);
    expect(texts).toEqual([['Wishes', 'a\nb']]);
  });

  it('with what became of the mail of an answer', () => {
    const said = (what: object) => mailOf({ ...common, passed_over: false, ...what });
    expect(said({})).toBe('The mail is on its way.');
    expect(said({ failure: 'Resend answered 422' })).toMatch(/^Not sent yet\..*: Resend answered 422$/);
    expect(said({ failure: 'x', notified_at: common.created_at })).toBe('The mail has gone out.');
    expect(said({ failure: 'x', dead_at: common.created_at })).toMatch(/dead letters/);
    expect(said({ passed_over: true, notified_at: common.created_at })).toMatch(/^Not mailed/);
  });

  it('with where it came from', () => {
    expect(originOf(common, labels).map(([, value]) => value)).toEqual(['/flow', 'search.example', 'letter / spring']);
    expect(originOf({ ...common, referrer_host: '', utm_source: '', utm_campaign: '' }, labels)).toHaveLength(1);
  });

  it('with what it is about in the list', () => {
    expect(subjectOf('internship_applications', 'other', labels)).toBe(labels.positions['other']);
    expect(subjectOf('demo_bookings', 'Auto\nmation', labels)).toBe('Auto mation');
    // Its subject is the name, which is there already.
    expect(subjectOf('voice_leads', 'Ada', labels)).toBe('');
  });
});

it('a transcript is shown as turns, whoever speaks', () => {
  expect(turnsOf('AI: Hello.\nHow can I help?\nUser: A: yes\n\nassistant:  Fine')).toEqual([
    { speaker: 'agent', text: 'Hello.\nHow can I help?' },
    { speaker: 'visitor', text: 'A: yes' },
    { speaker: 'agent', text: 'Fine' },
  ]);
  expect(turnsOf('No names\nhere')).toEqual([{ speaker: undefined, text: 'No names\nhere' }]);
  expect(turnsOf('')).toEqual([]);
});

describe('“Answer by mail”', () => {
  it.each([
    ['ada@example.com', 'Your demo – Bridgewright'],
    ['a?cc=evil@example.com', 'x'],
    ['a&bcc=b%0d@example.com', 'a&b=c #?'],
  ])('opens the mail program with %s and a subject, and nothing else', (address, subject) => {
    const url = new URL(mailto(address, subject));
    expect(url.protocol).toBe('mailto:');
    expect(decodeURIComponent(url.pathname)).toBe(address);
    expect([...url.searchParams]).toEqual([['subject', subject]]);
    expect(url.hash).toBe('');
  });

  it('has a subject of one line', () => {
    expect(new URL(mailto('a@b.example', 'One\r\nBcc: x')).searchParams.get('subject')).toBe('One Bcc: x');
  });
});

describe('another time for a booking', () => {
  const now = new Date('2026-11-25T10:00:00Z');
  const wall = (iso: string) => toWallTime(iso);
  it('is the same in the fields and in the mail', () => {
    for (const iso of ['2026-11-24T15:30:00.000Z', '2027-03-28T01:30:00.000Z']) expect(toInstant(wall(iso))).toBe(iso);
  });
  it.each([
    [{ date: '', time: '10:00' }, 'date'],
    [{ date: '2026-12-01', time: '' }, 'time'],
    [{ date: '20261-12-01', time: '10:00' }, 'date'],
    [wall('2026-11-25T09:59:00Z'), 'date'],
    [wall('2026-11-25T10:01:00Z'), undefined],
  ])('%j is refused at the field %s', (time, field) => {
    expect(timeProblem(time, now)?.field).toBe(field);
  });
});

it('times in the desk are as short as they can be understood', () => {
  const now = new Date('2026-11-25T22:30:00Z');
  const written = (iso: string, zone = 'UTC') => briefly(iso, now, zone).replaceAll('\u202F', ' ');
  expect(written('2026-11-25T10:42:00Z')).toBe('10:42 AM');
  expect(written('2026-11-24T10:42:00Z')).toBe('Nov 24');
  expect(written('2025-11-24T10:42:00Z')).toBe('Nov 24, 2025');
  // It is tomorrow there.
  expect(written('2026-11-25T23:30:00Z', 'Asia/Tokyo')).toBe('8:30 AM');
  expect(inZone('2026-11-25T10:42:00Z', 'Nowhere/At_all')).toBeUndefined();
});

it.each([
  [0, '0 sec'],
  [125, '2 min 5 sec'],
  [3600, '1 hr'],
  [12_000, '3 hr 20 min'],
  [100_800, '1 day 4 hr'],
])('%d seconds are %s', (seconds, words) => {
  expect(lengthOf(seconds)).toBe(words);
});

it('an erasure says what goes in words, and compares the typed address as people do', () => {
  expect(erasedLines({ contact_submissions: 1, demo_bookings: 2, voice_calls: 0, resumes: ['a/resume.pdf'] })).toEqual([
    '1 consultation request',
    '2 demo bookings',
    '1 resume',
  ]);
  expect(isSameAddress('Ada@Example.com', ' ada@example.com ')).toBe(true);
  expect(isSameAddress('ada@example.com', 'ada@example.co')).toBe(false);
});
