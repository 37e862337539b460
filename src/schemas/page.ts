import { z } from 'zod';
import { copy, href } from './copy.ts';
import { action } from './section.ts';

/** Title and description as search engines show them. */
const head = { title: copy(60), description: copy(160) };

/** content/legal/ */
export const legalSchema = z.strictObject({
  ...head,
  dateLabel: copy(30).describe('Before the date, for example Effective or Last updated'),
  effective: z.coerce.date().describe('Since when it holds, for example 2025-01-01'),
});

/** content/pages/404.mdx */
export const notFoundSchema = z.strictObject({
  ...head,
  heading: copy(60),
  text: copy(200),
  home: copy(40).describe('The link to the home page'),
});

/** content/pages/: a page of a heading, a lead and a text. */
export const pageSchema = z.strictObject({
  ...head,
  heading: copy(80),
  lead: copy(260),
  back: z
    .strictObject({ label: copy(40), href: href() })
    .describe('The link above the heading, back to where the visitor came from')
    .optional(),
  action,
});
