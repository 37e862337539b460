import type { z } from 'zod';
import { agentSchema, callSchema, rehearsalSchema } from './assistant.ts';
import { focusAreaSchema, journeySchema, portfolioSchema, publicationSchema, resourceSchema } from './collections.ts';
import * as emails from './email.ts';
import * as forms from './form.ts';
import { homeSchema } from './home.ts';
import * as pages from './page.ts';
import { siteSchema } from './site.ts';

/** The schema of every file of content/, by path. A star matches any file name. */
export const COPY_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'content/site.yaml': siteSchema,
  'content/home/*.mdx': homeSchema,
  'content/assistant/agent.mdx': agentSchema,
  'content/assistant/call.yaml': callSchema,
  'content/assistant/rehearsal.yaml': rehearsalSchema,
  'content/forms/common.yaml': forms.commonFormSchema,
  'content/forms/consultation.yaml': forms.consultationSchema,
  'content/forms/demo-booking.yaml': forms.bookingSchema,
  'content/forms/internship.yaml': forms.internshipFormSchema,
  'content/forms/notify.yaml': forms.notifyFormSchema,
  'content/forms/notifications.yaml': forms.notificationsSchema,
  'content/notify/*.yaml': forms.notifySchema,
  'content/emails/team.yaml': emails.teamEmailSchema,
  'content/emails/contact-notification.yaml': emails.contactEmailSchema,
  'content/emails/internship-application.yaml': emails.applicationEmailSchema,
  'content/emails/demo-booking.yaml': emails.bookingEmailSchema,
  'content/emails/voice-call.yaml': emails.callEmailSchema,
  'content/emails/dead-letters.yaml': emails.deadLettersEmailSchema,
  'content/emails/unsubscribe.yaml': emails.unsubscribeEmailSchema,
  'content/journey/*.mdx': journeySchema,
  'content/portfolio/*.mdx': portfolioSchema,
  'content/resources/*.mdx': resourceSchema,
  'content/research/focus-areas/*.mdx': focusAreaSchema,
  'content/research/publications/*.mdx': publicationSchema,
  'content/pages/flow.mdx': pages.flowSchema,
  'content/pages/ai-portfolio.mdx': pages.portfolioPageSchema,
  'content/pages/resources.mdx': pages.resourcesPageSchema,
  'content/pages/research.mdx': pages.researchPageSchema,
  'content/pages/internships-apply.mdx': pages.applyPageSchema,
  'content/pages/unsubscribe.mdx': pages.unsubscribePageSchema,
  'content/pages/404.mdx': pages.notFoundSchema,
  'content/legal/*.mdx': pages.legalSchema,
};

/** Whether the site shows the text below the fields. If false, a text is a mistake; if `needed`, a missing text is. */
export type ShowsText = boolean | 'needed';

/** The files whose text below the fields the site shows. It shows no text of the others. */
const TEXTS: Readonly<Record<string, (fields: Readonly<Record<string, unknown>>) => ShowsText>> = {
  'content/home/*.mdx': ({ kind }) => kind === 'introduction',
  'content/assistant/agent.mdx': () => 'needed',
  'content/legal/*.mdx': () => 'needed',
  'content/portfolio/*.mdx': () => true,
  'content/research/publications/*.mdx': () => true,
  'content/pages/internships-apply.mdx': () => true,
};

/**
 * Whether the site shows the text of a file.
 *
 * @param path of its schema, see {@link schemaPath}
 * @param fields of the file: only one kind of section of the home page has a text
 */
export const showsText = (path: string | undefined, fields: Readonly<Record<string, unknown>>): ShowsText =>
  (path !== undefined && TEXTS[path]?.(fields)) || false;

/** The key of a file in {@link COPY_SCHEMAS}, for example `content/home/*.mdx` for a section of the home page. */
export function schemaPath(file: string): string | undefined {
  const any = file.replace(/[^/]+(?=\.\w+$)/, '*');
  return [file, any].find((path) => Object.hasOwn(COPY_SCHEMAS, path));
}
