import { z } from 'zod';
import { copy, FIGURE_KEYS, href } from './copy.ts';

const figure = z
  .strictObject({
    value: copy(20).describe('What is shown, for example 500+'),
    label: copy(60).describe('What it counts, for example students trained'),
  })
  .describe('A headline figure. It is written here once and referred to by its key elsewhere.');

const link = z.strictObject({
  label: copy(40).describe('What the link says'),
  href: href().describe('Where it leads'),
});

/** A link, or an entry of a list that is announced and leads nowhere yet. */
const entry = z.union([
  link.meta({ title: 'A link' }),
  z
    .strictObject({ label: copy(40), soon: z.literal(true).describe('Coming soon: no link yet') })
    .meta({ title: 'Announced, without a link yet' }),
]);

const linkList = z.strictObject({ title: copy(30), links: z.array(entry).min(1).max(8) });

/** The networks that there is an icon for. */
export const NETWORKS = ['linkedin', 'twitter', 'facebook', 'instagram'] as const;
const socialLink = z.strictObject({
  network: z.enum(NETWORKS),
  href: z
    .url({ protocol: /^https$/ })
    .describe("The company's page there. Without it the icon is shown, but is no link.")
    .optional(),
});

const clock = () =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day in quotes. For example: '09:00'")
    .describe("For example '09:00'");

/** The days of a week, from Monday, as calendars count them. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** When visitors can book a demo. */
const bookings = z
  .strictObject({
    timeZone: z
      .string()
      .refine(isTimeZone, 'is no time zone. For example: Europe/Berlin')
      .describe('The time zone of the office, in which the hours below are meant'),
    days: z.array(z.enum(WEEKDAYS)).min(1).max(7).describe('On which days the office is open'),
    from: clock(),
    to: clock(),
    minutes: z.int().min(5).max(240).describe('How long a demo lasts; one can begin every so many minutes'),
    noticeHours: z
      .int()
      .min(0)
      .max(336)
      .describe('How long before its beginning a demo has to be booked: not less than it takes to confirm one'),
    daysAhead: z.int().min(1).max(180).describe('How far ahead a demo can be booked, in days'),
  })
  .refine(({ from, to, minutes }) => minutesOf(from) + minutes <= minutesOf(to), {
    path: ['to'],
    error: 'is too early: not even one demo fits between the opening and the closing of the office.',
  });
export type Bookings = z.infer<typeof bookings>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const days = z.int().min(1).max(3650).optional();

/** content/site.yaml: what is true on every page. */
export const siteSchema = z.strictObject({
  name: z
    .string()
    .min(2)
    .max(40)
    .describe("The company's name. Nothing else knows it; copy says {company}.")
    .meta({ shown: true }),
  url: z
    .url({ protocol: /^https$/ })
    .refine((url) => new URL(url).pathname === '/', 'must not have a path. For example: https://example.com')
    .describe('Where the site is published')
    .meta({ title: 'Web address' }),
  tagline: copy(140).describe('Stands in the footer'),
  title: copy(60).describe('What the home page is called, before the name, in search results and tabs'),
  description: copy(160).describe('What search engines show under the title of the home page'),
  email: z.email().max(254).describe('Where visitors can write to').meta({ shown: true }),
  phone: z
    .string()
    .regex(/^\+[0-9 ]{6,20}$/, 'must be a number in international form. For example: +1 555 0100')
    .describe('Where visitors can call')
    .meta({ shown: true }),
  portfolio: z
    .url({ protocol: /^https$/ })
    .describe('The external site with our portfolio. Without it, its card is not shown.')
    .optional(),
  bookings,
  retention: z
    .strictObject({ requests: days, bookings: days, applications: days, notifications: days, calls: days })
    .describe('After how many days what visitors sent is deleted; what has no number, when somebody deletes it'),
  figures: z.strictObject(
    Object.fromEntries(FIGURE_KEYS.map((key) => [key, figure])) as Record<(typeof FIGURE_KEYS)[number], typeof figure>,
  ),
  navigation: z.array(link).min(1).max(8).describe('The links of the header, in order'),
  callToAction: z
    .strictObject({ wide: copy(50), narrow: copy(30) })
    .describe('The button of the header on wide and on narrow screens'),
  splash: z
    .strictObject({ label: copy(40).describe('What a screen reader calls it'), skip: copy(20) })
    .describe('The film before the home page'),
  social: z.array(socialLink).max(6).describe('The icons of the footer, in order'),
  footer: z.strictObject({
    columns: z
      .array(linkList.extend({ href: href().describe('Where the title leads') }))
      .max(4)
      .describe('The lists of the footer whose title is a link too'),
    lists: z.array(linkList).max(2).describe('The other lists, below the columns'),
    comingSoon: copy(30).describe('Behind an entry that leads nowhere yet'),
    demo: z
      .strictObject({ label: copy(40), note: copy(60) })
      .describe('The button of the footer and the line under it'),
    legal: z.array(link).max(4),
    appearance: z
      .strictObject({ label: copy(30), system: copy(20), light: copy(20), dark: copy(20) })
      .describe('The choice between the light and the dark colours'),
    copyright: copy(80).describe('After © and the year'),
  }),
});
export type Site = z.infer<typeof siteSchema>;
/** An entry of a list of links. */
export type LinkEntry = z.infer<typeof entry>;

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
