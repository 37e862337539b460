import fc from 'fast-check';
import type { ZodMiniType } from 'zod/mini';
import { contactKind, contactRequest, CONTACT_LIMITS } from '../../../src/backend/contact-submission.ts';
import { DEMO_BOOKING_LIMITS, demoBooking, demoBookingKind } from '../../../src/backend/demo-booking.ts';
import {
  APPLICATION_LIMITS,
  applicationKind,
  AVAILABILITIES,
  internshipApplication,
  POSITIONS,
} from '../../../src/backend/internship-application.ts';
import { notificationKind, notificationRequest } from '../../../src/backend/notification-request.ts';
import { PERSON_LIMITS } from '../../../src/backend/request.ts';
import type { RequestKind } from '../../../src/backend/send-request.ts';
import { voiceLead, voiceLeadKind } from '../../../src/backend/voice-lead.ts';
import { anyEmail, anyText, goodEmail, goodText } from './texts.ts';

type Texts = Record<string, string>;

/** A form: what is typed into it, the schema that judges it, and the row that the database judges. */
export interface FuzzedForm {
  table: string;
  schema: ZodMiniType;
  /** Some of the fields are valid, the others anything. */
  values: fc.Arbitrary<Texts>;
  /** The name of a resume, if the form may have one. */
  resumeName: fc.Arbitrary<string | undefined>;
  kind: (resume: File | undefined) => RequestKind<never>;
}

const DAY_MS = 86_400_000;
/** Visitors choose a time from a list; only the database knows what is past. */
const time = fc.integer({ min: 1, max: 360 }).map((day) => new Date(Date.now() + day * DAY_MS).toISOString());

const isAnything = fc.nat({ max: 9 }).map((chance) => chance < 2);
const either = (good: fc.Arbitrary<string>, any: fc.Arbitrary<string>) =>
  isAnything.chain((anything) => (anything ? any : good));

const texts = (limits: Readonly<Record<string, number>>, others: Record<string, fc.Arbitrary<string>> = {}) =>
  fc.record({
    ...Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [
        name,
        name === 'email' ? either(goodEmail, anyEmail) : either(goodText(limit), anyText(limit)),
      ]),
    ),
    ...others,
  });

const oneOf = (values: readonly string[]) => either(fc.constantFrom(...values), anyText(40));
const noResume = fc.constant(undefined);

/** Every form of the site. */
export const FORMS: FuzzedForm[] = [
  {
    table: 'contact_submissions',
    schema: contactRequest,
    values: texts(CONTACT_LIMITS),
    resumeName: noResume,
    kind: () => contactKind,
  },
  {
    table: 'demo_bookings',
    schema: demoBooking,
    values: texts(DEMO_BOOKING_LIMITS, { time }),
    resumeName: noResume,
    kind: () => demoBookingKind('Europe/Berlin'),
  },
  {
    table: 'internship_applications',
    schema: internshipApplication,
    values: texts(APPLICATION_LIMITS, { position: oneOf(POSITIONS), availability: oneOf(AVAILABILITIES) }),
    resumeName: fc.option(
      fc
        .tuple(anyText(260), fc.constantFrom('.pdf', '.PDF', '.doc', '.DocX', '.pdf.docx'))
        .map((name) => name.join('')),
      { nil: undefined },
    ),
    kind: (resume) => applicationKind(resume, () => Promise.resolve('failed')),
  },
  {
    table: 'notification_requests',
    schema: notificationRequest,
    values: texts(PERSON_LIMITS),
    resumeName: noResume,
    kind: () => notificationKind('New Research'),
  },
  {
    table: 'voice_leads',
    schema: voiceLead,
    values: texts(PERSON_LIMITS),
    resumeName: noResume,
    kind: () => voiceLeadKind,
  },
];
