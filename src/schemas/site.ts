import { z } from 'zod';
import { copy, FIGURE_KEYS, href } from './copy.ts';

const figure = z
  .strictObject({
    value: z.string().max(20).describe('What is shown, for example 500+'),
    label: z.string().max(60).describe('What it counts, for example students trained'),
  })
  .describe('A headline figure. It is written here once and referred to by its key elsewhere.');

const link = z.strictObject({
  label: copy(40).describe('What the link says'),
  href: href().describe('Where it leads'),
});

/** content/site.yaml: what is true on every page. */
export const siteSchema = z.strictObject({
  name: z.string().min(2).max(40).describe("The company's name. Nothing else knows it; copy says {company}."),
  url: z.url({ protocol: /^https$/ }).describe('Where the site is published, without a path'),
  tagline: copy(140).describe('Stands in the footer'),
  title: copy(60).describe('What the home page is called, before the name, in search results and tabs'),
  description: copy(160).describe('What search engines show under the title of the home page'),
  email: z.email().max(254).describe('Where visitors can write to'),
  phone: z
    .string()
    .regex(/^\+[0-9 ]{6,20}$/, 'must be a number in international form. For example: +1 555 0100')
    .describe('Where visitors can call'),
  address: copy(200).describe('Postal address, one line').optional(),
  figures: z.strictObject(
    Object.fromEntries(FIGURE_KEYS.map((key) => [key, figure])) as Record<(typeof FIGURE_KEYS)[number], typeof figure>,
  ),
  navigation: z.array(link).min(1).max(8).describe('The links of the header, in order'),
  callToAction: z
    .strictObject({ wide: copy(50), narrow: copy(30) })
    .describe('The button of the header on wide and on narrow screens'),
  footer: z.strictObject({
    columns: z
      .array(z.strictObject({ title: copy(30), links: z.array(link).min(1).max(8) }))
      .max(4)
      .describe('Lists of links'),
    legal: z.array(link).max(4),
    copyright: copy(80).describe('After © and the year'),
  }),
});
export type Site = z.infer<typeof siteSchema>;

/**
 * The company's name as it stands in addresses, for example acme-works: the id of the introduction section.
 * A name without a Latin letter or digit gives "company".
 */
export function companySlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'company' : slug;
}
