import { defineCollection } from 'astro:content';
import { agentSchema, callSchema, rehearsalSchema } from './schemas/assistant.ts';
import {
  focusAreaSchema,
  journeySchema,
  portfolioSchema,
  publicationSchema,
  resourceSchema,
} from './schemas/collections.ts';
import { copyFiles } from './schemas/copy-files.ts';
import {
  bookingSchema,
  commonFormSchema,
  consultationSchema,
  internshipFormSchema,
  notificationsSchema,
  notifyFormSchema,
  notifySchema,
} from './schemas/form.ts';
import { homeSchema } from './schemas/home.ts';
import {
  applyPageSchema,
  flowSchema,
  legalSchema,
  notFoundSchema,
  portfolioPageSchema,
  researchPageSchema,
  resourcesPageSchema,
  unsubscribePageSchema,
} from './schemas/page.ts';
import { siteSchema } from './schemas/site.ts';

export const collections = {
  site: defineCollection(copyFiles('content', 'site.yaml', siteSchema)),
  home: defineCollection(copyFiles('content/home', '*.mdx', homeSchema)),
  agent: defineCollection(copyFiles('content/assistant', 'agent.mdx', agentSchema)),
  call: defineCollection(copyFiles('content/assistant', 'call.yaml', callSchema)),
  rehearsal: defineCollection(copyFiles('content/assistant', 'rehearsal.yaml', rehearsalSchema)),
  consultation: defineCollection(copyFiles('content/forms', 'consultation.yaml', consultationSchema)),
  commonForm: defineCollection(copyFiles('content/forms', 'common.yaml', commonFormSchema)),
  bookingForm: defineCollection(copyFiles('content/forms', 'demo-booking.yaml', bookingSchema)),
  internshipForm: defineCollection(copyFiles('content/forms', 'internship.yaml', internshipFormSchema)),
  notifyForm: defineCollection(copyFiles('content/forms', 'notify.yaml', notifyFormSchema)),
  notify: defineCollection(copyFiles('content/notify', '*.yaml', notifySchema)),
  notifications: defineCollection(copyFiles('content/forms', 'notifications.yaml', notificationsSchema)),
  legal: defineCollection(copyFiles('content/legal', '*.mdx', legalSchema)),
  journey: defineCollection(copyFiles('content/journey', '*.mdx', journeySchema)),
  portfolio: defineCollection(copyFiles('content/portfolio', '*.mdx', portfolioSchema)),
  resources: defineCollection(copyFiles('content/resources', '*.mdx', resourceSchema)),
  focusAreas: defineCollection(copyFiles('content/research/focus-areas', '*.mdx', focusAreaSchema)),
  publications: defineCollection(
    copyFiles('content/research/publications', '*.mdx', publicationSchema, {
      page: 'the further pages of the list, /research/page/2 and so on',
    }),
  ),
  flowPage: defineCollection(copyFiles('content/pages', 'flow.mdx', flowSchema)),
  portfolioPage: defineCollection(copyFiles('content/pages', 'ai-portfolio.mdx', portfolioPageSchema)),
  resourcesPage: defineCollection(copyFiles('content/pages', 'resources.mdx', resourcesPageSchema)),
  researchPage: defineCollection(copyFiles('content/pages', 'research.mdx', researchPageSchema)),
  applyPage: defineCollection(copyFiles('content/pages', 'internships-apply.mdx', applyPageSchema)),
  unsubscribePage: defineCollection(copyFiles('content/pages', 'unsubscribe.mdx', unsubscribePageSchema)),
  notFound: defineCollection(copyFiles('content/pages', '404.mdx', notFoundSchema)),
};
