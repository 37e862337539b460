import * as z from 'zod/mini';
import { person, PERSON_LIMITS, SOURCE, toRequestRow, type Envelope, type RequestRow } from './request.ts';
import type { RequestKind } from './send-request.ts';
import { optionalText, requiredText } from './text-rules.ts';

/** The maximum length of each field as typed, in code points. */
export const CONTACT_LIMITS = { ...PERSON_LIMITS, phone: 40, company: 150, message: 5000 } as const;

/** What the visitor types into the consultation dialog (spec section 2). */
export const contactRequest = z.object({
  ...person,
  phone: optionalText(CONTACT_LIMITS.phone),
  company: optionalText(CONTACT_LIMITS.company),
  message: optionalText(CONTACT_LIMITS.message),
});
export type ContactRequest = z.infer<typeof contactRequest>;

/** The request body of the contact-notification function (spec section 7, plus the row's id). */
export const contactNotification = z.extend(contactRequest, {
  id: z.guid('invalid'),
  timestamp: z.iso.datetime('invalid'),
  source: requiredText(60),
});
export type ContactNotification = z.infer<typeof contactNotification>;

const given = (text: string, otherwise: string) => (text.trim() === '' ? otherwise : text);

/** The row stored for a request (spec section 3: subject and composed message). */
export function toContactSubmission(
  request: ContactRequest,
  envelope: Envelope,
): RequestRow & { subject: string; message: string } {
  return {
    ...toRequestRow(request, envelope),
    subject: given(request.company, 'Demo Request'),
    message: [
      `Phone: ${given(request.phone, 'Not provided')}`,
      `Company: ${given(request.company, 'Not provided')}`,
      `Message: ${given(request.message, 'No message provided')}`,
    ].join('\n'),
  };
}

/** Requests for a strategic call. */
export const contactKind: RequestKind<ContactRequest> = {
  table: 'contact_submissions',
  toRow: toContactSubmission,
  notification: (request, id) => ({
    name: 'contact-notification',
    body: { ...request, id, timestamp: new Date().toISOString(), source: SOURCE } satisfies ContactNotification,
  }),
};
