import { randomUUID } from 'node:crypto';
import type { Stack } from './stack.ts';
import { application, booking, lead, notificationRequest, submission } from './stack.ts';

/** A text cut to the limit of a column, in code points. */
const cut = (text: string, limit: number) => Array.from(text).slice(0, limit).join('');

/** What every form sends besides its own fields. */
const common = (text: string) => ({
  name: cut(text, 100),
  source: cut(text, 60),
  page: cut(text, 300),
  referrer_host: cut(text, 253),
  utm_source: cut(text, 150),
  utm_medium: cut(text, 150),
  utm_campaign: cut(text, 150),
  utm_term: cut(text, 150),
  utm_content: cut(text, 150),
});

/** A row of every form, with a text in each of its fields that takes any. */
export const formsWith = (text: string): { table: string; row: Record<string, unknown> }[] => [
  {
    table: 'contact_submissions',
    row: submission({ ...common(text), subject: cut(text, 150), message: cut(text, 5400) }),
  },
  {
    table: 'internship_applications',
    row: application({
      ...common(text),
      phone: cut(text, 40),
      experience: cut(text, 5000),
      motivation: cut(text, 5000),
      resume_name: `${cut(text, 200)}.pdf`,
      resume_extension: 'pdf',
      resume_size: 1234,
    }),
  },
  {
    table: 'demo_bookings',
    row: booking({
      ...common(text),
      company: cut(text, 150),
      topic: cut(text, 100),
      time_zone: cut(text, 60),
      note: cut(text, 5000),
    }),
  },
  { table: 'notification_requests', row: notificationRequest({ ...common(text), resource_type: cut(text, 100) }) },
  { table: 'voice_leads', row: lead(common(text)) },
];

/** The provider's report of a call, with a text in each of its fields. */
export const reportWith = (text: string, leadId: unknown = randomUUID()) => ({
  message: {
    type: 'end-of-call-report',
    endedReason: text,
    durationSeconds: 12,
    call: { id: randomUUID(), metadata: { leadId, leadName: text, leadEmail: text } },
    artifact: {
      transcript: text,
      messages: [{ role: 'user', message: text }],
      recordingUrl: text,
      recording: { mono: { combinedUrl: text } },
    },
    analysis: { summary: text },
  },
});

/** Submits a report, as the voice provider does. */
export const deliverReport = (stack: Stack, report: unknown): Promise<Response> =>
  fetch(`${stack.backend.apiUrl}/functions/v1/call-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stack.reportSecret}` },
    body: JSON.stringify(report),
  });

/** Asks for the mail to the team about a request, as a browser does. */
export const askToNotify = (stack: Stack, table: string, id: unknown): Promise<Response> =>
  fetch(`${stack.backend.apiUrl}/functions/v1/request-notification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: stack.backend.publishableKey },
    body: JSON.stringify({ table, id }),
  });
