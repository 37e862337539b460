import type { Mail } from '../../../functions/_shared/mail.ts';
import { emailCopy } from '../../../functions/_shared/email-copy.generated.ts';
import { applicationMails } from '../../../functions/_shared/mails/application.ts';
import { bookingAnswerMail } from '../../../functions/_shared/mails/booking-answer.ts';
import { callMails } from '../../../functions/_shared/mails/call.ts';
import { deadLettersMail } from '../../../functions/_shared/mails/dead-letters.ts';
import { demoBookingMails } from '../../../functions/_shared/mails/demo-booking.ts';
import { requestMails } from '../../../functions/_shared/mails/request.ts';
import { resourceMail } from '../../../functions/_shared/mails/resource.ts';
import type { BothMails } from '../../../functions/_shared/notifier.ts';
import type { ShownMail } from '../../../src/editing/protocol.ts';

const TEAM = emailCopy.siteEmail;
const visitor = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Ada Example',
  email: 'ada@example.com',
  created_at: '2026-11-23T10:00:00Z',
  page: '/',
  referrer_host: 'search.example',
  utm_source: 'newsletter',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

const both = ({ first, acknowledgement }: BothMails): ShownMail[] => [
  shown('Mail to our team', first),
  shown('Mail to the visitor', acknowledgement()),
];
const shown = (title: string, { subject, html }: Mail): ShownMail => ({ title, subject, html });

const contact = () =>
  requestMails(
    emailCopy['contact-notification'],
    { ...visitor, ...{ subject: 'Demo Request', message: 'Can you help us with our reports?' } },
    TEAM,
  );

/** @param resource the waiting list, by its place in the order of their files */
const announcement = (resource: number): ShownMail[] => {
  const copy = emailCopy.resources[resource];
  const person = { id: visitor.id, name: visitor.name, email: visitor.email, unsubscribe_token: 'sample' };
  const addresses = { siteUrl: emailCopy.siteUrl, supabaseUrl: emailCopy.siteUrl };
  return copy ? [shown('Mail to everybody who waits', resourceMail(person, copy, addresses))] : [];
};

const bookingAnswer = (answer: 'confirmed' | 'proposed' | 'declined') =>
  bookingAnswerMail(
    {
      ...visitor,
      booking_id: visitor.id,
      topic: 'Reports',
      time_zone: 'Europe/Berlin',
      answer,
      starts_at: '2026-11-30T15:00:00Z',
      sequence: 1,
      note: 'We will show you the reports of a company like yours.',
    },
    TEAM,
  );

/** The mails that each file in content/emails/ has the words of, to an imaginary visitor. */
const SAMPLES: Readonly<Record<string, () => ShownMail[]>> = {
  'contact-notification': () => both(contact()),
  team: () => [shown('Mail to our team', contact().first)],
  'demo-booking': () =>
    both(
      demoBookingMails(
        {
          ...visitor,
          company: 'Example Works',
          topic: 'Reports',
          starts_at: '2026-11-30T15:00:00Z',
          time_zone: 'Europe/Berlin',
          note: 'We have two hours of questions.',
        },
        TEAM,
      ),
    ),
  'booking-answer': () => [
    shown('The time is confirmed', bookingAnswer('confirmed')),
    shown('Another time is proposed', bookingAnswer('proposed')),
    shown('The booking is declined', bookingAnswer('declined')),
  ],
  'internship-application': () =>
    both(
      applicationMails(
        {
          ...visitor,
          phone: '+1 555 0100',
          position: Object.keys(emailCopy.positions)[0] ?? '',
          experience: 'Two summers of spreadsheets.',
          motivation: 'I want to learn from people who build things.',
          availability: Object.keys(emailCopy.availabilities)[0] ?? '',
          resume_name: 'Ada Example.pdf',
          resume_extension: 'pdf',
          resume_size: 120_000,
          resume_state: 'stored',
        },
        { state: 'stored', link: emailCopy.siteUrl },
        TEAM,
      ),
    ),
  'voice-call': () =>
    both(
      callMails(
        {
          ...visitor,
          duration_s: 125,
          end_reason: 'customer-ended-call',
          outcome: 'Who it was: student\nWas helped: Yes',
          summary: 'Ada asked how long an internship is and what it costs.',
          transcript: 'AI: Hello.\nUser: How long is an internship?',
          recording_url: emailCopy.siteUrl,
          lead_known: true,
        },
        true,
        TEAM,
        emailCopy.siteUrl,
      ),
    ),
  'dead-letters': () => [
    shown(
      'Mail to our team',
      deadLettersMail(
        [
          {
            table: 'contact_submissions',
            id: visitor.id,
            created_at: visitor.created_at,
            dead_at: visitor.created_at,
            failure: '',
            tries: 40,
          },
        ],
        TEAM,
      ),
    ),
  ],
  unsubscribe: () => announcement(0),
};

/**
 * The mails that a file has words of, with a visitor's answers filled in.
 *
 * @param name of a file in content/emails/, without its extension, or the place of a file in content/waiting-lists/
 */
export const sampleMails = (name: string | number): ShownMail[] =>
  typeof name === 'number' ? announcement(name) : Object.hasOwn(SAMPLES, name) ? (SAMPLES[name]?.() ?? []) : [];
