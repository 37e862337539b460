import { z } from 'zod';
import { copy, href, webAddress } from './copy.ts';
import { FIGURE_KEYS } from './figures.ts';

const figure = z
  .strictObject({
    value: copy(20)
      // A placeholder or invisible words could be put together of several.
      .regex(/^[^{}\p{DI}]*$/u, 'has a brace or an invisible character. Write the figure as it is shown.')
      .describe('What is shown, for example 500+')
      .meta({ placeholders: [] }),
    label: copy(60).describe('What it counts, for example students trained'),
  })
  .describe('A headline figure. It is written only here; other texts have its name in braces.');

const link = z.strictObject({
  label: copy(40).describe('What the link says'),
  href: href(),
});

/** A link, or an announced entry of a list without a link yet. */
const entry = z.union([
  link.meta({ title: 'A link' }),
  z
    .strictObject({ label: copy(40), soon: z.literal(true).describe('Coming soon: no link yet') })
    .meta({ title: 'Announced, without a link yet' }),
]);

const linkList = z.strictObject({ title: copy(30), links: z.array(entry).min(1).max(8) });

/** The networks that have an icon. */
export const NETWORKS = ['linkedin', 'twitter', 'facebook', 'instagram'] as const;
const socialLink = z.strictObject({
  network: z.enum(NETWORKS),
  href: webAddress().describe("The company's page there. Without it, the icon is not shown.").optional(),
});

const clock = () =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day in quotes. For example: '09:00'")
    .describe("For example '09:00'");

/** The days of the week, from Monday. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** When visitors can book a demo. */
const bookings = z
  .strictObject({
    timeZone: z
      .string()
      .refine(isTimeZone, 'is not a time zone. For example: Europe/Berlin')
      .describe('The time zone of the office and of the hours below'),
    days: z.array(z.enum(WEEKDAYS)).min(1).max(7).describe('The days on which the office is open'),
    from: clock(),
    to: clock(),
    minutes: z.int().min(5).max(240).describe('How long a demo lasts. A demo can begin every so many minutes.'),
    noticeHours: z
      .int()
      .min(0)
      .max(336)
      .describe('How many hours ahead a demo must be booked: at least the time it takes to confirm one'),
    daysAhead: z.int().min(1).max(180).describe('How far ahead a demo can be booked, in days'),
  })
  .refine(({ from, to, minutes }) => minutesOf(from) + minutes <= minutesOf(to), {
    path: ['to'],
    error: 'is too early: no demo fits between from and to. Choose a later time.',
  })
  .refine(({ noticeHours, daysAhead }) => noticeHours < daysAhead * 24, {
    path: ['daysAhead'],
    error: 'is too short: hardly anybody could book. Choose more days than noticeHours has.',
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

/** Nobody who may change only words can have requests deleted that staff has not yet seen. */
const days = z.int().min(30).max(3650).optional();

/** content/site.yaml: what applies to every page. */
export const siteSchema = z.strictObject({
  name: copy(40)
    .min(2)
    .regex(
      /^[^{}\n\t\p{DI}]*$/u,
      'has a brace, a line break or an invisible character. Write the name itself, in one line.',
    )
    .describe("The company's name. It is written only here; all texts use {company}.")
    .meta({ placeholders: [] }),
  sample: z.boolean().describe('Whether the name and the mark are still those of the example'),
  url: webAddress()
    // One that is no address is told by itself.
    .refine(
      (url) => !URL.canParse(url) || new URL(url).pathname === '/',
      'must not have a path. For example: https://example.com',
    )
    .describe('Where the site is published')
    .meta({ title: 'Web address' }),
  tagline: copy(140).describe('Shown in the footer'),
  title: copy(60).describe('The title of the home page in search results and tabs, before the name'),
  description: copy(160).describe('What search engines show under the title of the home page'),
  email: z.email().max(254).describe('Where visitors can write').meta({ shown: true }),
  phone: z
    .string()
    .regex(/^\+[0-9 ]{6,20}$/, 'must be a phone number in international format. For example: +1 555 0100')
    .describe('Where visitors can call')
    .meta({ shown: true }),
  repository: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/,
      'is not the name of a repository on GitHub. For example: acme/website',
    )
    .describe(
      'The repository of this site on GitHub, for example acme/website. With it, words can be changed at /edit, without a copy of the repository.',
    )
    .optional(),
  portfolio: webAddress()
    .describe('The external site with our portfolio. Without it, its card is not shown.')
    .optional(),
  bookings,
  retention: z
    .strictObject({ requests: days, bookings: days, applications: days, 'waiting-lists': days, calls: days })
    .describe(
      'The days after which data is deleted. Without a number, it is kept until somebody deletes it. What nobody was mailed about yet waits longer.',
    ),
  // A record would lose the names of the figures in the editor.
  figures: z.strictObject(Object.fromEntries(FIGURE_KEYS.map((key) => [key, figure]))),
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
      .describe('The lists of the footer whose title is a link'),
    lists: z.array(linkList).max(2).describe('The other lists, below the columns'),
    comingSoon: copy(30).describe('After an entry without a link'),
    demo: z
      .strictObject({ label: copy(40), note: copy(60) })
      .describe('The button of the footer and the line below it'),
    legal: z.array(link).max(4),
    appearance: z
      .strictObject({ label: copy(30), system: copy(20), light: copy(20), dark: copy(20) })
      .describe('The choice between light and dark colors'),
    copyright: copy(80).describe('After © and the year'),
  }),
});
export type Site = z.infer<typeof siteSchema>;
/** An entry of a list of links. */
export type LinkEntry = z.infer<typeof entry>;

/**
 * The company's name as used in addresses, for example acme-works: the id of the introduction section.
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
