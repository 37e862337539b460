import { defineCollection } from 'astro:content';
import {
  focusAreaSchema,
  journeySchema,
  portfolioSchema,
  publicationSchema,
  resourceSchema,
} from './schemas/collections.ts';
import { copyFiles } from './schemas/copy-files.ts';
import { consultationSchema, notificationsSchema } from './schemas/form.ts';
import { homeSchema } from './schemas/home.ts';
import {
  flowSchema,
  legalSchema,
  notFoundSchema,
  pageSchema,
  portfolioPageSchema,
  researchPageSchema,
  resourcesPageSchema,
} from './schemas/page.ts';
import { siteSchema } from './schemas/site.ts';

export const collections = {
  site: defineCollection(copyFiles('content', 'site.yaml', siteSchema)),
  home: defineCollection(copyFiles('content/home', '*.mdx', homeSchema, ({ kind }) => kind === 'introduction')),
  consultation: defineCollection(copyFiles('content/forms', 'consultation.yaml', consultationSchema)),
  notifications: defineCollection(copyFiles('content/forms', 'notifications.yaml', notificationsSchema)),
  legal: defineCollection(copyFiles('content/legal', '*.mdx', legalSchema, () => true)),
  journey: defineCollection(copyFiles('content/journey', '*.mdx', journeySchema)),
  portfolio: defineCollection(copyFiles('content/portfolio', '*.mdx', portfolioSchema, () => true)),
  resources: defineCollection(copyFiles('content/resources', '*.mdx', resourceSchema)),
  focusAreas: defineCollection(copyFiles('content/research/focus-areas', '*.mdx', focusAreaSchema)),
  publications: defineCollection(copyFiles('content/research/publications', '*.mdx', publicationSchema, () => true)),
  flowPage: defineCollection(copyFiles('content/pages', 'flow.mdx', flowSchema)),
  portfolioPage: defineCollection(copyFiles('content/pages', 'ai-portfolio.mdx', portfolioPageSchema)),
  resourcesPage: defineCollection(copyFiles('content/pages', 'resources.mdx', resourcesPageSchema)),
  researchPage: defineCollection(copyFiles('content/pages', 'research.mdx', researchPageSchema)),
  pages: defineCollection(copyFiles('content/pages', 'internships-apply.mdx', pageSchema, () => true)),
  notFound: defineCollection(copyFiles('content/pages', '404.mdx', notFoundSchema)),
};
