import { z } from 'zod';
import { CONTACT_LIMITS } from '../backend/contact-submission.ts';
import { AVAILABILITIES, POSITIONS } from '../backend/internship-application.ts';
import { PERSON_LIMITS } from '../backend/request.ts';
import { copy, href } from './copy.ts';

const label = copy(60);
const hint = copy(160).optional();

const field = z.strictObject({
  label,
  hint,
  problems: z
    .strictObject({
      required: copy(120).optional(),
      invalid: copy(120).optional(),
      'too-long': copy(120, ['limit']).optional(),
    })
    .describe('The messages for a field that is empty, invalid or too long'),
});
export type FieldCopy = z.infer<typeof field>;

const placeholder = copy(60).describe('Shown in the field until something is chosen');

/** A field with several fixed values to choose from, each with the label that the visitor reads. */
const choice = <Value extends string>(values: readonly Value[]) =>
  field.extend({
    placeholder,
    options: z.strictObject(
      Object.fromEntries(values.map((value) => [value, copy(60)])) as Record<Value, ReturnType<typeof copy>>,
    ),
  });

const message = z.strictObject({ title: copy(60), text: copy(200) });

/** The texts that every form has, each in its own words. */
const ownWords = {
  submit: copy(40),
  privacy: copy(200).describe('The notice above the button, before the link to the privacy policy'),
  failure: message.describe('The message in the corner when sending fails'),
};

const success = message.describe('The message in the corner when the request was stored');

/** Text fields, by their names. */
const textFields = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  z.strictObject(Object.fromEntries(Object.keys(limits).map((name) => [name, field])) as Record<Name, typeof field>);

/**
 * The texts of a form with text fields.
 *
 * @param limits the maximum length of each field; names the fields
 */
export const formSchema = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  z.strictObject({ fields: textFields(limits), ...ownWords, success });

/** content/forms/common.yaml: the texts that all forms share. */
export const commonFormSchema = z.strictObject({
  optional: copy(20).describe('After the label of an optional field'),
  submitting: copy(30).describe('The button while the form is being sent'),
  sent: copy(30).describe('The button from the success to the next page'),
  cancel: copy(30).describe('Closes a dialog'),
  close: copy(40).describe('What a screen reader calls the close button of a dialog'),
  privacy: copy(40).describe('The link to the privacy policy'),
  summary: copy(60).describe('Heading of the list of mistakes'),
  illFormed: copy(120).describe('When a text contains characters that cannot be stored'),
  doubt: z
    .strictObject({
      meant: copy(80, ['address']).describe(
        'Below an e-mail address that looks misspelled; {address} is the likely one',
      ),
      use: copy(30).describe('The button that replaces the address'),
      incomplete: copy(120).describe('Below an e-mail address without a dot after the @'),
    })
    .describe('What is asked about an e-mail address. It can be sent all the same.'),
  restored: message.describe(
    'The message in the corner when a form was sent before it had loaded, and had been filled in before',
  ),
  tooMany: copy(200).describe('When the limit of requests is reached'),
  unsent: copy(80).describe('In the form when sending fails. The message in the corner says why'),
  otherWay: copy(120).describe('Before the e-mail address, when sending fails or is not possible'),
  withoutScripts: copy(160).describe('Shown instead of a form if scripts do not run, before the e-mail address'),
  unconnected: copy(200).describe('The note on a site that is not connected to a backend'),
  verification: z
    .strictObject({
      asked: copy(160).describe('Above the check, if it asks the visitor to do something'),
      failures: z.strictObject({
        unverified: copy(200).describe('When the visitor does not pass the check'),
        unverifiable: copy(200).describe('When the check cannot be loaded or run'),
      }),
    })
    .describe('The texts for sites where Cloudflare Turnstile checks that the visitor is a person'),
});
type AllCommonCopy = z.infer<typeof commonFormSchema>;
export type CommonFormCopy = Omit<AllCommonCopy, 'verification'>;
export type VerificationCopy = AllCommonCopy['verification'];

/** content/forms/consultation.yaml: the consultation dialog. Titles and messages from spec sections 2 and 8. */
export const consultationSchema = z.strictObject({
  title: copy(60),
  description: copy(160),
  ...formSchema(CONTACT_LIMITS).shape,
});
export type ConsultationCopy = z.infer<typeof consultationSchema>;

/** content/forms/demo-booking.yaml: the dialog behind Schedule a Demo in the footer. */
export const demoBookingSchema = z.strictObject({
  title: copy(60),
  description: copy(160),
  fields: z.strictObject({
    name: field,
    email: field,
    company: field,
    topic: field.extend({ placeholder, options: z.array(copy(60)).min(1).max(12).describe('The topics, in order') }),
    day: field,
    time: field.extend({
      placeholder: placeholder.describe('Shown in the field until a time is chosen'),
      noDay: copy(60).describe('Shown in the field until a day is chosen'),
      closed: copy(120).describe('When the chosen day has no times'),
      none: copy(60).describe('Shown in the field when the chosen day has no times'),
      unavailable: copy(120).describe('When the times cannot be calculated'),
      gone: copy(120).describe('When the chosen time has passed in the meantime'),
    }),
    note: field,
  }),
  zone: copy(120, ['zone']).describe("Below the day and time; {zone} is the visitor's time zone"),
  ...ownWords,
  confirmation: z
    .strictObject({
      title: copy(60),
      text: copy(200, ['time']).describe('{time} is the chosen day and time'),
      next: copy(200),
      calendar: copy(60).describe('The link to the calendar file'),
      done: copy(30).describe('Closes the dialog'),
    })
    .describe('Shown in the dialog when the booking is stored'),
  event: z
    .strictObject({ title: copy(80), text: copy(300) })
    .describe('The text of the calendar file, which marks the appointment as tentative'),
});
export type DemoBookingCopy = z.infer<typeof demoBookingSchema>;

/** content/forms/internship.yaml: the application form. Values and messages from spec sections 3, 5 and 8. */
export const internshipFormSchema = z.strictObject({
  label: copy(60).describe('What a screen reader calls the form'),
  parts: z
    .strictObject({ person: copy(40), internship: copy(40), work: copy(40) })
    .describe('The headings of its parts'),
  progress: copy(60, ['done', 'total']).describe('How many required fields are filled in'),
  fields: z.strictObject({
    name: field,
    email: field,
    phone: field,
    position: choice(POSITIONS),
    experience: field,
    motivation: field,
    availability: choice(AVAILABILITIES),
    resume: z.strictObject({
      label,
      hint,
      choose: copy(60).describe('Where a file is dropped or chosen'),
      another: copy(60).describe('The same, when a file is already chosen'),
      remove: copy(30),
      again: copy(200, ['file']).describe('After a reload, when the file must be chosen again'),
      uploading: copy(60, ['percent']),
      problems: z.strictObject({
        type: copy(200, ['file']),
        'too-large': copy(200, ['file']),
        empty: copy(200, ['file']),
        content: copy(200, ['file']),
        unreadable: copy(200, ['file']),
        several: copy(200),
      }),
    }),
  }),
  ...ownWords,
  success,
  incomplete: copy(200).describe('When the answers are stored, but not the resume'),
  missing: message.describe('The message in the corner when something required is missing'),
});
export type InternshipFormCopy = z.infer<typeof internshipFormSchema>;

/** content/forms/waiting-list.yaml: the form of the notify-me cards. Messages from spec sections 5 and 8. */
export const waitingListFormSchema = z.strictObject({
  ...formSchema(PERSON_LIMITS).shape,
  success: z.strictObject({ title: copy(60), text: copy(200, ['resource']) }),
  missing: message.describe('The message in the corner when a field is empty'),
});
export type WaitingListFormCopy = z.infer<typeof waitingListFormSchema>;

/** content/waiting-lists/: what visitors can wait for, and the mail that announces it. */
export const waitingListSchema = z.strictObject({
  resourceType: copy(100).describe('What is stored with the request'),
  name: copy(100).describe('Its name within a sentence, which replaces {resource} in the message'),
  title: copy(60),
  description: copy(200),
  mail: z
    .strictObject({
      subject: copy(120),
      paragraphs: z.array(copy(600)).min(1).max(6),
      link: z.strictObject({ label: copy(60), href: href() }),
    })
    .describe('The mail that is sent when it is available'),
});

/** content/forms/toasts.yaml: what screen readers say about the toasts. */
export const toastsSchema = z.strictObject({ region: copy(40), dismiss: copy(40) });
export type ToastsCopy = z.infer<typeof toastsSchema>;
