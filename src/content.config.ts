import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { checked } from './schemas/checked.ts';
import { consultationSchema, notificationsSchema } from './schemas/form.ts';
import { homeSchema } from './schemas/home.ts';
import { legalSchema, notFoundSchema } from './schemas/page.ts';
import { siteSchema } from './schemas/site.ts';

/** Each entry's id is its file name, also where the title says something else. */
const files = (base: string, pattern: string) =>
  glob({ base, pattern, generateId: ({ entry }) => entry.replace(/\.\w+$/, '') });

export const collections = {
  site: defineCollection(checked(files('./content', 'site.yaml'), siteSchema)),
  home: defineCollection(checked(files('./content/home', '*.mdx'), homeSchema)),
  consultation: defineCollection(checked(files('./content/forms', 'consultation.yaml'), consultationSchema)),
  notifications: defineCollection(checked(files('./content/forms', 'notifications.yaml'), notificationsSchema)),
  legal: defineCollection(checked(files('./content/legal', '*.mdx'), legalSchema)),
  notFound: defineCollection(checked(files('./content/pages', '404.mdx'), notFoundSchema)),
};
