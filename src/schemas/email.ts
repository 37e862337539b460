import { z } from 'zod';
import { copy, href, PLACEHOLDERS } from './copy.ts';

const label = copy(40);
const teamMail = { title: 'Mail to our team' };
const acknowledgement = (extra: readonly string[] = []) =>
  z
    .strictObject({ subject: copy(120), paragraphs: z.array(copy(600, extra)).min(1).max(6) })
    .describe('The short confirmation. It repeats nothing that the visitor typed.')
    .meta({ title: 'Mail to the visitor' });

/**
 * The words of a request's two mails.
 *
 * @param labelled the values with a row in the mail to the team, in this order; its other values are texts below. The
 *   subject can use each of them, except one that is named like a placeholder of the site.
 * @param extra the placeholders in the mail to the visitor
 */
export const requestEmailSchema = <Value extends string>(labelled: readonly Value[], extra: readonly string[] = []) =>
  z.strictObject({
    team: z
      .strictObject({
        subject: copy(120, ['name', ...labelled.filter((value) => !PLACEHOLDERS.includes(value))]),
        labels: z.strictObject(
          Object.fromEntries(labelled.map((value) => [value, label])) as Record<Value, typeof label>,
        ),
        closing: copy(300),
      })
      .meta(teamMail),
    acknowledgement: acknowledgement(extra),
  });

/** content/emails/team.yaml: what all mails to the team have in common. */
export const teamEmailSchema = z.strictObject({
  labels: z.strictObject({ name: label, email: label, received: label, page: label, referrer: label, campaign: label }),
});

const lines = (extra: readonly string[] = []) => z.array(copy(600, extra)).min(1).max(4);

const letter = (what: string) => copy(300, ['table', 'id', 'received', 'tries', 'failure']).describe(what);

/** content/emails/dead-letters.yaml */
export const deadLettersEmailSchema = z.strictObject({
  subjectOfOne: copy(120),
  subject: copy(120, ['count']),
  opening: lines(),
  entry: letter('The line for each request'),
  answer: letter('The line for each answer to a booking, which the visitor did not get'),
  unknown: copy(120).describe('Shown when no reason is known'),
  closing: lines(),
});

const bookingAnswer = (title: string) =>
  z
    .strictObject({
      subject: copy(120),
      opening: lines(['time']).describe('{time} is the day and time'),
      calendar: copy(200).describe('The line about the attached calendar entry, below what staff writes'),
      closing: lines(),
      event: z.strictObject({ title: copy(80), text: copy(300) }).describe('The text of the attached calendar entry'),
    })
    .meta({ title });

/** content/emails/booking-answer.yaml: the answers to a demo booking, by the names that the database has for them. */
export const bookingAnswerEmailSchema = z.strictObject({
  confirmed: bookingAnswer('The time is confirmed'),
  proposed: bookingAnswer('Another time is proposed'),
  declined: bookingAnswer('The booking is declined'),
  place: z
    .strictObject({
      room: z.strictObject({
        text: copy(300).describe('Above the link to the room'),
        label: copy(40).describe('Of the link'),
      }),
      phone: z.strictObject({
        text: copy(300).describe('Without video rooms: how we reach the visitor'),
        location: copy(80).describe('The place in the calendar entry'),
      }),
    })
    .describe('Where a confirmed call takes place; in its mail and its calendar entry'),
});

/** content/emails/internship-application.yaml */
export const applicationEmailSchema = z.strictObject({
  team: z
    .strictObject({
      subject: copy(120, ['name', 'position']),
      labels: z.strictObject({
        phone: label,
        position: label,
        availability: label,
        resume: label,
        file: label,
        motivation: label,
        experience: label,
      }),
      resume: z
        .strictObject({ open: copy(40), lasts: copy(200), none: copy(120), missing: copy(200), refused: copy(200) })
        .describe('The link to the resume, and the texts shown without one'),
      closing: copy(300),
    })
    .meta(teamMail),
  acknowledgement: acknowledgement(),
});

/** The provider has fewer words for how a call ended. */
const MOST_ENDS = 100;

/** content/emails/voice-call.yaml */
export const callEmailSchema = z.strictObject({
  team: z
    .strictObject({
      subject: copy(120, ['name', 'length']),
      subjectWithoutCall: copy(120, ['name']),
      subjectOfFailed: copy(120, ['name', 'length']),
      unnamed: copy(40),
      labels: z.strictObject({
        length: label,
        ended: label,
        recording: label,
        outcome: label,
        summary: label,
        transcript: label,
      }),
      recording: copy(40).describe('The link to the recording'),
      ended: z
        .record(z.string(), copy(200))
        .refine(
          (all) => Object.keys(all).length <= MOST_ENDS,
          `has too many entries; at most ${MOST_ENDS} fit. Remove some.`,
        )
        .describe("How a call ended: the provider's word, and our text for it"),
      failed: z
        .strictObject({ fault: copy(300, ['reason']), ours: copy(300, ['reason']) })
        .describe(
          "How a call ended, if a fault of the voice service or of ours ended it; {reason} is the provider's word",
        ),
      silent: copy(120),
      unknownLead: copy(300),
      closing: copy(300),
      closingWithoutMail: copy(300),
      closingWithoutAddress: copy(300),
    })
    .meta(teamMail),
  thanks: z
    .strictObject({
      subject: copy(120),
      opening: lines(['length']),
      summary: copy(160).describe('Before the summary'),
      withoutSummary: copy(200),
      removed: copy(40),
      next: lines(),
      link: z.strictObject({ label: copy(80), href: href() }),
      closing: lines(),
    })
    .meta({ title: 'Mail to the visitor' }),
});

/** content/emails/unsubscribe.yaml: the footer of every mail that announces a resource. */
export const unsubscribeEmailSchema = z.strictObject({ text: copy(300), label: copy(60) });
