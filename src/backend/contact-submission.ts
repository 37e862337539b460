import * as z from 'zod/mini';
import { emailAddress, optionalText, requiredText } from './text-rules.ts';

/** Most code points of each field as typed (design: settled questions; the spec gives no bounds). */
export const LIMITS = { name: 100, email: 254, phone: 40, company: 150, message: 5000 } as const;

/** Quicker than this is taken for a program (milliseconds; private.settings.minimum_fill_ms). The form waits for it. */
export const MINIMUM_FILL_MS = 1500;

/** What the visitor types into the consultation dialog (spec section 2). */
export const contactRequest = z.object({
  name: requiredText(LIMITS.name),
  email: emailAddress(LIMITS.email),
  phone: optionalText(LIMITS.phone),
  company: optionalText(LIMITS.company),
  message: optionalText(LIMITS.message),
});
export type ContactRequest = z.infer<typeof contactRequest>;

/** The fixed website identifier of the contact notification (spec section 3). */
export const SOURCE = 'marketing-website';

/** The body with which the contact-notification function is invoked (spec section 7, and the row's id). */
export const contactNotification = z.extend(contactRequest, {
  id: z.guid('invalid'),
  timestamp: z.iso.datetime('invalid'),
  source: requiredText(60),
});
export type ContactNotification = z.infer<typeof contactNotification>;

/** Where a request came from; every value is '' when unknown. */
export interface Origin {
  page: string;
  referrer_host: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
}

/** The columns of `contact_submissions` that a visitor may write. */
export interface ContactSubmission extends Origin {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  source: string;
  /** Honeypot: '' unless a program filled the hidden field. */
  website: string;
  /** Milliseconds from the first sight of the form to its sending. */
  fill_ms: number;
}

const given = (text: string, otherwise: string) => (text.trim() === '' ? otherwise : text);

/** The row that is stored for a request (spec section 3: subject and composed message). */
export function toContactSubmission(
  request: ContactRequest,
  extra: { id: string; website: string; fillMs: number; origin: Origin },
): ContactSubmission {
  return {
    id: extra.id,
    name: request.name,
    email: request.email,
    subject: given(request.company, 'Demo Request'),
    message: [
      `Phone: ${given(request.phone, 'Not provided')}`,
      `Company: ${given(request.company, 'Not provided')}`,
      `Message: ${given(request.message, 'No message provided')}`,
    ].join('\n'),
    source: SOURCE,
    website: extra.website,
    fill_ms: extra.fillMs,
    ...extra.origin,
  };
}
