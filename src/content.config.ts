import { defineCollection } from 'astro:content';
import { copyFiles } from './schemas/copy-files.ts';
import { consultationSchema, notificationsSchema } from './schemas/form.ts';
import { homeSchema } from './schemas/home.ts';
import { legalSchema, notFoundSchema, pageSchema } from './schemas/page.ts';
import { siteSchema } from './schemas/site.ts';

export const collections = {
  site: defineCollection(copyFiles('content', 'site.yaml', siteSchema)),
  home: defineCollection(copyFiles('content/home', '*.mdx', homeSchema)),
  consultation: defineCollection(copyFiles('content/forms', 'consultation.yaml', consultationSchema)),
  notifications: defineCollection(copyFiles('content/forms', 'notifications.yaml', notificationsSchema)),
  legal: defineCollection(copyFiles('content/legal', '*.mdx', legalSchema)),
  pages: defineCollection(copyFiles('content/pages', ['*.mdx', '!404.mdx'], pageSchema)),
  notFound: defineCollection(copyFiles('content/pages', '404.mdx', notFoundSchema)),
};
