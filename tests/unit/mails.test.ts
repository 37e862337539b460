import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import type { Mail } from '../../functions/_shared/mail.ts';
import { deadLettersMail } from '../../functions/_shared/mails/dead-letters.ts';
import { applicationMails } from '../../functions/_shared/mails/application.ts';
import { bookingAnswerMail } from '../../functions/_shared/mails/booking-answer.ts';
import { callMails } from '../../functions/_shared/mails/call.ts';
import { demoBookingMails } from '../../functions/_shared/mails/demo-booking.ts';
import { requestMails } from '../../functions/_shared/mails/request.ts';
import { resourceMail } from '../../functions/_shared/mails/resource.ts';
import { makeNotifier } from '../../functions/_shared/notifier.ts';
import type { DeadLetter, Requests } from '../../functions/_shared/requests.ts';
import type { Resumes } from '../../functions/_shared/resumes.ts';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';

const TEAM = 'team@example.com';
const SITE = 'https://acme.example';
const request = {
  id: '6f1c2b9e-0000-4000-8000-000000000001',
  name: 'Zoë Example',
  email: 'zoe@example.com',
  created_at: '2026-11-21T10:00:00Z',
  page: '/',
  referrer_host: 'search.example',
  utm_source: 'newsletter',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
const contact = (changes: object = {}) =>
  requestMails(
    emailCopy['contact-notification'],
    { ...request, ...{ subject: 'Acme & Sons', message: 'Can you help?' }, ...changes },
    TEAM,
  );
const application = applicationMails(
  {
    ...request,
    phone: '+1 555 0100',
    position: 'data-analysis',
    experience: 'Two summers',
    motivation: 'I want to learn',
    availability: 'within-1-month',
    resume_name: 'Zoë.pdf',
    resume_extension: 'pdf',
    resume_size: 1234,
    resume_state: 'stored',
  },
  { state: 'stored', link: 'https://storage.example/resume' },
  TEAM,
);
const booking = demoBookingMails(
  {
    ...request,
    company: 'Acme',
    topic: 'Reports',
    starts_at: '2026-11-24T15:00:00Z',
    time_zone: 'Europe/Berlin',
    note: 'Slides',
  },
  TEAM,
);
const ANSWERS = ['confirmed', 'proposed', 'declined'] as const;
const bookingAnswer = (answer: (typeof ANSWERS)[number], changes: object = {}, link?: string) =>
  bookingAnswerMail(
    {
      ...request,
      booking_id: '6f1c2b9e-0000-4000-8000-000000000002',
      topic: 'Reports',
      time_zone: 'Europe/Berlin',
      answer,
      starts_at: '2026-11-24T15:00:00Z',
      sequence: 2,
      note: 'Bring your <questions>.\nWe have an hour.',
      ...changes,
    },
    TEAM,
    link,
  );
const call = callMails(
  {
    ...request,
    duration_s: 125,
    end_reason: 'customer-ended-call',
    outcome: 'Wanted: a price\nWas helped: No',
    summary: 'The visitor asked what it costs.',
    transcript: 'Agent: Hello.',
    recording_url: 'https://storage.example/call.wav',
    lead_known: true,
  },
  true,
  TEAM,
  SITE,
);
const [resource] = emailCopy.resources;
if (!resource) throw new Error('content/waiting-lists/ is empty.');
const available = resourceMail(
  { id: request.id, name: request.name, email: request.email, unsubscribe_token: 'token' },
  resource,
  { siteUrl: SITE, supabaseUrl: 'https://project.example' },
);

const ALL: [string, Mail][] = [
  ...Object.entries({ contact: contact(), application, booking, call }).flatMap(([name, mails]): [string, Mail][] => [
    [`${name} for the team`, mails.first],
    [`${name} for the visitor`, mails.acknowledgement()],
  ]),
  ...ANSWERS.map((answer): [string, Mail] => [`an answer to a booking: ${answer}`, bookingAnswer(answer)]),
  ['an answer to a booking: confirmed, with a room', bookingAnswer('confirmed', {}, `${SITE}/meet#id.secret`)],
  ['a resource', available],
];

describe.each(ALL)('the mail: %s', (_name, { html, subject, text }) => {
  it('loads nothing: it has no picture, style sheet, font or script, and no address outside a link', () => {
    const page = parse(html);
    expect(page.querySelectorAll('img, link, script, iframe, svg, [src], [background], [srcset]')).toEqual([]);
    for (const link of page.querySelectorAll('a')) link.removeAttribute('href');
    expect(page.toString()).not.toMatch(/https?:|\/\/|url\(|@import|@font-face|data:/i);
  });

  it('is a card at most 600 pixels wide, with the mark, for both color schemes', () => {
    expect(html).toContain('max-width:600px');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html.match(/radial-gradient/g)?.length).toBe(8);
  });

  it('has the company above its text, and a title', () => {
    const page = parse(html);
    expect(page.querySelector('title')?.text).toBe(parse(`<p>${subject}</p>`).text);
    expect(page.text).toContain(emailCopy.company);
  });

  it('says the same in plain text', () => {
    const words = (part: string) => part.replaceAll(/\s+/g, ' ');
    for (const paragraph of parse(html).querySelectorAll('p'))
      for (const line of paragraph.text.split('\n').slice(0, 1))
        expect(words(text)).toContain(
          words(line)
            .replace(/ (Take|Unsub).*/, '')
            .trim(),
        );
  });
});

describe.each(ANSWERS)('an answer to a booking: %s', (answer) => {
  const mail = bookingAnswer(answer);

  it('goes to the visitor, whose reply goes to the team', () => {
    expect(mail).toMatchObject({ to: request.email, replyTo: TEAM });
  });

  it('says the time on the visitor’s clock, or on the office’s if their time zone does not exist', () => {
    expect(mail.text).toContain('Tuesday, November 24, 2026 at 4:00 PM');
    expect(mail.text).toContain('(Europe/Berlin)');
    const { text } = bookingAnswer(answer, { time_zone: 'Buy at https://x.example' });
    expect(text).toContain(`(${emailCopy.officeTimeZone.replaceAll('_', ' ')})`);
    expect(text).not.toContain('x.example');
  });

  it('has what staff wrote between the answer and the calendar entry, and nothing there if staff wrote nothing', () => {
    const { opening, calendar } = emailCopy['booking-answer'][answer];
    const note = 'Bring your <questions>.\nWe have an hour.';
    const place = answer === 'confirmed' ? [emailCopy['booking-answer'].place.phone.text] : [];
    const [, ...below] = [note, ...place, calendar];
    expect(mail.text.split('\n\n').slice(opening.length, opening.length + 1 + below.length)).toEqual([note, ...below]);
    expect(mail.html).toContain('Bring your &lt;questions&gt;.\nWe have an hour.</p>');
    expect(parse(bookingAnswer(answer, { note: '' }).html).querySelectorAll('p')).toHaveLength(
      parse(mail.html).querySelectorAll('p').length - 1,
    );
  });

  it('repeats nothing that the visitor typed', () => {
    const typed = bookingAnswer(answer, { name: 'Typed Name', topic: 'Typed topic' });
    expect(JSON.stringify(typed)).not.toContain('Typed');
    expect(typed).toEqual(mail);
  });
});

describe('a button', () => {
  it.each([
    ['for the team', application.first],
    ['for a visitor', call.acknowledgement()],
    ['for a resource', available],
  ])('%s is at least 44 pixels high', (_whose, { html }) => {
    const style = parse(html).querySelector('.button a')?.getAttribute('style') ?? '';
    const [, padding, line] = /padding:(\d+)px .*font:600 \d+px\/(\d+)px/.exec(style) ?? [];
    expect(2 * Number(padding) + Number(line)).toBeGreaterThanOrEqual(44);
  });
});

it.each(['\u202Etxt.exe', 'Bo\u2066\u2069', '\u200FBo\nBcc: x@y.example', 'Bo\u2028Bcc: x@y.example'])(
  'the subject has no mark that turns text around, and is one line: %j',
  (name) => {
    const { subject } = contact({ name }).first;
    expect(subject).not.toMatch(/[\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\r\n]/);
    expect(subject).toMatch(/^New request from (txt\.exe|Bo|Bo Bcc: x@y\.example): Acme & Sons$/);
  },
);

it('the subject can use every value that has a label', () => {
  const words = emailCopy['demo-booking'];
  const mails = requestMails(
    { ...words, team: { ...words.team, subject: '{topic} at {officeTime}, {their_time}' } },
    { ...request, ...{ topic: 'Reports', officeTime: 'ten', their_time: 'four' } },
    TEAM,
  );
  expect(mails.first.subject).toBe('Reports at ten, four');
});

describe('a very long name', () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).slice(0, 100).trim();

  it('is shortened in the subject, and complete in the mail', () => {
    const { first } = contact({ name });
    expect(first.subject).toMatch(/^New request from Wolfesch.{40,60}…: Acme & Sons$/);
    expect(first.html).toContain(`>${name}<`);
    expect(first.text).toContain(`Name: ${name}\n`);
  });

  it('of 60 characters is kept, and a longer one is cut between characters', () => {
    expect(contact({ name: 'x'.repeat(60) }).first.subject).toContain(`${'x'.repeat(60)}:`);
    const family = '👩‍👩‍👧';
    expect(contact({ name: family.repeat(61) }).first.subject).toContain(` ${family.repeat(59)}…:`);
  });

  it('is also shortened as the name of a company', () => {
    expect(contact({ subject: name }).first.subject).toMatch(/^New request from Zoë Example: Wolfesch.{40,60}…$/);
  });
});

describe('the id of a mail, by which a provider recognizes a repetition', () => {
  it('differs for requests of two tables with the same id', async () => {
    const ids: string[] = [];
    const stored = { ...request, topic: 'Automation', starts_at: request.created_at, time_zone: 'UTC', note: '' };
    const notify = makeNotifier({
      requests: {
        claim: () => Promise.resolve({ state: 'yours', claimed_at: '', acknowledge: true, request: stored }),
        finish: () => Promise.resolve(),
      } as unknown as Requests,
      resumes: {} as Resumes,
      meetings: undefined,
      send: ({ id }) => Promise.resolve(void ids.push(id)),
      teamEmail: TEAM,
      siteUrl: SITE,
      log: () => undefined,
    });
    await notify('contact_submissions', request.id);
    await notify('demo_bookings', request.id);
    expect(ids).toEqual([
      `contact_submissions.${request.id}.team`,
      `contact_submissions.${request.id}.acknowledgement`,
      `demo_bookings.${request.id}.team`,
      `demo_bookings.${request.id}.acknowledgement`,
    ]);
  });

  it('differs for the answers to a booking', () => {
    const [one, other] = [bookingAnswer('proposed'), bookingAnswer('confirmed', { id: 'another' })];
    expect(one.id).toBe(`${request.id}.answer`);
    expect(other.id).not.toBe(one.id);
  });

  it('differs for dead letters unless all of them are the same', () => {
    const letter = (table: DeadLetter['table'], id: string, dead_at = '2026-11-22T09:00:00Z'): DeadLetter => ({
      table,
      id,
      created_at: request.created_at,
      dead_at,
      tries: 40,
      failure: '',
    });
    const idOf = (...letters: DeadLetter[]) => deadLettersMail(letters, TEAM).id;
    const [one, two] = [letter('contact_submissions', 'a'), letter('contact_submissions', 'b')];
    expect(idOf(one, two)).toBe(idOf(one, two));
    const others = [letter('demo_bookings', 'a'), letter('contact_submissions', 'a', '2026-11-23T09:00:00Z')];
    expect(new Set([idOf(one), idOf(one, two), idOf(two), ...others.map((other) => idOf(other))]).size).toBe(5);
  });
});

it('the mail about dead letters says that a visitor does not have an answer', () => {
  const letter = { id: 'a', created_at: request.created_at, dead_at: request.created_at, tries: 40, failure: 'no' };
  const about = (table: DeadLetter['table']) => deadLettersMail([{ ...letter, table }], TEAM).text;
  expect(about('booking_answers')).toContain('The visitor does not have your answer to a booking: booking_answers a');
  expect(about('demo_bookings')).not.toContain('does not have');
});
