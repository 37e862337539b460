import { z } from 'zod';
import { copy } from './copy.ts';
import { hidden, hideable } from './hidden.ts';
import { action, anchor, block, card, DRAWINGS, figureKeys, heading } from './section.ts';

const drawnCard = card.extend({ drawing: z.enum(DRAWINGS).describe('The drawing above the text') });

/** The sides that have a color (docs/brand.md). */
export const SIDES = ['campus', 'company'] as const;
const side = z.enum(SIDES).describe('The side it belongs to, which sets its color');
const sideOrBoth = z.enum([...SIDES, 'both']);

const hero = z.strictObject({
  kind: z.literal('hero'),
  badge: copy(60).describe('The small line above the heading'),
  heading: copy(80),
  lead: copy(260),
  primary: action,
  secondary: action,
  route: z.array(copy(24)).min(3).max(5).describe('The stations drawn on the bridge, from the campus to the company'),
});

const partners = z.strictObject({
  kind: z.literal('partners'),
  label: copy(60).describe('Before the list'),
  items: hideable(z.strictObject({ name: copy(24), side, hidden }), 2, 8),
});

const introduction = z.strictObject({
  kind: z.literal('introduction'),
  anchor: anchor
    .describe("The end of the address of a link to this section, after #. Without it, the company's name is used.")
    .optional(),
  ...heading,
  figures: figureKeys(0, 4).describe(
    'Figures of “Company, figures and menus”, by their names there. If all are lengths of time, such as 6-8 weeks, they are drawn to scale: the others begin where the first one ends.',
  ),
  key: copy(120).describe('Explains to sighted visitors how the lengths of time are drawn'),
});

const services = z.strictObject({
  kind: z.literal('services'),
  ...block,
  items: hideable(card, 2, 6),
  action,
});

/** Its cards come from content/portfolio/. */
const features = z.strictObject({
  kind: z.literal('features'),
  ...block,
  action,
});

const audiences = z.strictObject({
  kind: z.literal('audiences'),
  ...block,
  items: hideable(
    card.extend({
      points: z.array(copy(90)).max(4),
      side: sideOrBoth.describe('Who this door is for, which sets its color'),
      action: action.describe('The whole card acts as this button'),
    }),
    2,
    4,
  ),
});

const delivery = z.strictObject({
  kind: z.literal('delivery'),
  ...block,
  items: hideable(drawnCard, 2, 3),
});

const phases = z.strictObject({
  kind: z.literal('phases'),
  ...block,
  step: copy(20).describe('Before the number of each phase'),
  items: hideable(card.extend({ points: z.array(copy(90)).max(4) }), 2, 4),
  action,
});

/** The months in the timeline of the programs. The time after them is the last column. */
export const TIMELINE_MONTHS = 6;
const month = z.int().min(1).max(TIMELINE_MONTHS);

const programs = z.strictObject({
  kind: z.literal('programs'),
  ...block,
  items: hideable(card, 2, 3),
  timeline: z.strictObject({
    heading: copy(60),
    month: copy(12).describe('Before the number of each month'),
    later: copy(20).describe('What the time after the last month is called'),
    items: hideable(
      card
        .extend({
          when: copy(40).describe('When it happens, in words'),
          from: month.describe('The month in which its line begins'),
          side: sideOrBoth.describe('Whose work it is, which sets its color'),
          to: month.describe('The month in which its line ends. Leave it out if it goes on.').optional(),
        })
        .refine(({ from, to }) => to === undefined || to >= from, {
          path: ['to'],
          error: 'must not be before from. Give a later month.',
        }),
      2,
      6,
    ),
  }),
});

const reasons = z.strictObject({
  kind: z.literal('reasons'),
  ...block,
  figures: figureKeys(2, 4),
  key: copy(120).describe('Explains to sighted visitors how the figures are drawn'),
  items: hideable(card, 2, 4),
});

const sample = z.boolean().describe('Whether this is only an example. The page marks it as a sample');

/** What a person has said. The page adds the quotation marks. */
const quotation = copy(320).refine(
  (text) => !/^\s*["“„«»‹›'‘][^]*["“”»«›‹'’]\s*$/.test(text),
  'is in quotation marks, and the page adds them. Remove them.',
);

const proof = z.strictObject({
  kind: z.literal('proof'),
  ...block,
  sampleLabel: copy(30).describe('The mark on a sample'),
  figures: figureKeys(2, 4),
  partners: hideable(z.strictObject({ name: copy(60), text: copy(200), sample, hidden }), 1, 4),
  testimonials: hideable(z.strictObject({ quote: quotation, role: copy(80), side, sample, hidden }), 1, 4),
});

const internships = z.strictObject({
  kind: z.literal('internships'),
  ...block,
  items: hideable(card, 2, 4),
  fieldsLabel: copy(60).describe('Before the fields of work'),
  fields: z.array(copy(30)).min(2).max(8),
  action,
  note: copy(60).describe('Next to the button'),
});

const assistant = z.strictObject({
  kind: z.literal('assistant'),
  ...block,
  visitor: copy(30).describe('Who asks'),
  name: copy(30).describe('Who answers'),
  conversation: hideable(z.strictObject({ question: copy(140), answer: copy(260), hidden }), 1, 4),
  try: copy(40).describe('The button that goes to the call button and presses it'),
  action,
});

const contact = z.strictObject({
  kind: z.literal('contact'),
  ...block,
  action,
  orWrite: copy(60).describe('Before the e-mail address and the telephone number'),
});

/** content/home/*.mdx: one file per section of the home page. */
export const homeSchema = z.discriminatedUnion('kind', [
  hero,
  partners,
  introduction,
  services,
  features,
  audiences,
  delivery,
  phases,
  programs,
  reasons,
  proof,
  internships,
  assistant,
  contact,
]);

/** content/home/order.yaml: the order of the sections of the home page, and which are hidden. */
export const homeOrderSchema = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        section: z.string().meta({ ui: 'reference', folder: 'content/home/' }).describe('The name of its file'),
        hidden,
      }),
    )
    .refine(
      (all) => new Set(all.map(({ section }) => section)).size === all.length,
      'has a section twice. Remove one of them.',
    ),
});
export type HomeOrder = z.infer<typeof homeOrderSchema>;
export type HomeSection = z.infer<typeof homeSchema>;
/** One kind of section, for the component that draws it. */
export type SectionOf<Kind extends HomeSection['kind']> = Extract<HomeSection, { kind: Kind }>;
