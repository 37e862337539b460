import { z } from 'zod';
import { copy } from './copy.ts';

/** content/emails/contact-notification.yaml */
export const contactEmailSchema = z.strictObject({
  team: z.strictObject({
    subject: copy(120, ['name', 'subject']),
    labels: z.strictObject({
      name: copy(40),
      email: copy(40),
      subject: copy(40),
      received: copy(40),
      page: copy(40),
      referrer: copy(40),
      campaign: copy(40),
    }),
    closing: copy(300),
  }),
  acknowledgement: z.strictObject({ subject: copy(120), paragraphs: z.array(copy(600)).min(1).max(6) }),
});
