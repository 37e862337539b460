import { z } from 'zod';
import { copy } from './copy.ts';

const field = z.strictObject({
  label: copy(40),
  hint: copy(120).optional(),
  problems: z
    .strictObject({ required: copy(120).optional(), invalid: copy(120).optional(), 'too-long': copy(120, ['limit']) })
    .describe('What is said when the field is left empty, has the wrong form or is too long'),
});

/** content/forms/consultation.yaml: the consultation dialog. Titles and messages of the spec's sections 2 and 8. */
export const consultationSchema = z.strictObject({
  title: copy(60),
  description: copy(160),
  fields: z.strictObject({ name: field, email: field, phone: field, company: field, message: field }),
  optional: copy(20).describe('Behind the label of a field that may stay empty'),
  submit: copy(30),
  submitting: copy(30),
  cancel: copy(30),
  close: copy(40).describe('What a screen reader calls the cross'),
  privacy: z
    .strictObject({ text: copy(200), link: copy(40) })
    .describe('The notice above the buttons; the link leads to the privacy policy'),
  summary: copy(60).describe('Heading of the list of mistakes'),
  illFormed: copy(120).describe('When a text holds characters that cannot be stored'),
  success: z.strictObject({ title: copy(60), text: copy(160) }),
  failure: z.strictObject({ title: copy(60), text: copy(160) }),
  tooMany: copy(200).describe('Under the failure message, when the limit of requests is reached'),
  otherWay: copy(120).describe('Before the e-mail address, when sending failed or is not possible'),
  unconnected: copy(200).describe('The note on a site that is not connected to a backend'),
});
export type ConsultationCopy = z.infer<typeof consultationSchema>;

/** content/forms/notifications.yaml: what a screen reader hears of the toasts. */
export const notificationsSchema = z.strictObject({ region: copy(40), dismiss: copy(40) });
export type NotificationsCopy = z.infer<typeof notificationsSchema>;
