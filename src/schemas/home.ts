import { z } from 'zod';
import { copy, FIGURE_KEYS, href } from './copy.ts';

const opens = z.enum(['consultation']).describe('The dialog that the button opens');
const action = z
  .union([z.strictObject({ label: copy(60), opens }), z.strictObject({ label: copy(60), href: href() })])
  .describe('A button that opens a dialog (opens) or a link (href)');

const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens. For example: what-we-do')
  .describe('The id of the section: links lead to it as #id');

const section = {
  eyebrow: copy(40).describe('The small line above the heading').optional(),
  heading: copy(90),
};

/** A section that links can lead to, with a lead under its heading. */
const block = { anchor, ...section, lead: copy(300) };

const card = z.strictObject({ title: copy(50), text: copy(260) });

const hero = z.strictObject({
  kind: z.literal('hero'),
  badge: copy(60).describe('The small line above the heading'),
  heading: copy(80),
  lead: copy(260),
  primary: action,
  secondary: action,
  route: z.array(copy(24)).min(3).max(5).describe('The stations drawn on the bridge, from the campus to the company'),
});

const introduction = z.strictObject({
  kind: z.literal('introduction'),
  ...section,
  figures: z.array(z.enum(FIGURE_KEYS)).max(4).describe('Keys of content/site.yaml'),
});

const services = z.strictObject({
  kind: z.literal('services'),
  ...block,
  items: z.array(card).min(2).max(6),
});

const audiences = z.strictObject({
  kind: z.literal('audiences'),
  ...block,
  items: z
    .array(z.strictObject({ title: copy(50), text: copy(260), points: z.array(copy(90)).max(4), action }))
    .min(2)
    .max(4),
});

const internships = z.strictObject({
  kind: z.literal('internships'),
  ...block,
  items: z.array(card).min(2).max(4),
  action,
});

const contact = z.strictObject({
  kind: z.literal('contact'),
  ...block,
  action,
  orWrite: copy(60).describe('Before the e-mail address and the telephone number'),
});

/** content/home/: one file per section of the home page; they stand in the order of their file names. */
export const homeSchema = z.discriminatedUnion('kind', [hero, introduction, services, audiences, internships, contact]);
export type HomeSection = z.infer<typeof homeSchema>;
/** One kind of section, for the component that draws it. */
export type SectionOf<Kind extends HomeSection['kind']> = Extract<HomeSection, { kind: Kind }>;
