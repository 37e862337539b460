import { z } from 'zod';
import { duration } from '../brand/duration.ts';
import { copy, day, href } from './copy.ts';
import { DRAWINGS } from './section.ts';

/** The longest duration that is drawn to scale, in weeks. */
const MOST_WEEKS = 522;

const points = (most: number) => z.array(copy(120)).min(1).max(most);

/** content/journey/: the stages of a project, in the order of their file names. */
export const journeySchema = z.strictObject({
  title: copy(60),
  duration: copy(50)
    // /flow draws a mark for each week.
    .refine((text) => (duration(text)?.most ?? 0) <= MOST_WEEKS, 'is longer than ten years. Write a shorter one.')
    .describe('How long it takes, for example 1-2 weeks'),
  deliverable: copy(60).describe('What the stage delivers'),
  points: points(4).describe('What is always shown'),
  details: points(8).describe('The detailed breakdown, shown when the stage is expanded'),
  completed: z.boolean().default(false).describe('true shows a check mark instead of the number'),
});
export type Stage = z.infer<typeof journeySchema>;

/** content/portfolio/: what we build with AI. The text is on /ai-portfolio, the summary on the home page. */
export const portfolioSchema = z.strictObject({
  title: copy(50),
  summary: copy(200),
  drawing: z.enum(DRAWINGS).describe('The drawing next to it'),
  points: points(5),
});

/** content/resources/: the cards of the resource hub. */
export const resourceSchema = z
  .strictObject({
    title: copy(60),
    description: copy(200),
    available: z.boolean().describe('false shows it as coming soon, without a link'),
    href: href().describe('Where it leads once it is available').optional(),
  })
  .refine(({ available, href }) => !available || href !== undefined, {
    path: ['href'],
    error: 'is missing. Add the address of the resource, or set available to false.',
  });

/** content/research/focus-areas/ */
export const focusAreaSchema = z.strictObject({
  title: copy(60),
  description: copy(200),
  topics: z.array(copy(40)).min(1).max(6),
});

/** content/research/publications/: announced, then published once `published` is set. The text is the publication. */
export const publicationSchema = z.strictObject({
  title: copy(100),
  description: copy(260),
  date: z
    .string()
    .regex(/^Q[1-4] 20\d\d$/, 'must be a quarter. For example: Q2 2027')
    .describe('The quarter in which it comes out, for example Q2 2027')
    .meta({ shown: true }),
  authors: z
    .array(
      z.union([copy(60).meta({ title: 'A person' }), z.strictObject({ team: copy(60) }).meta({ title: 'A team' })]),
    )
    .min(1)
    .max(10)
    .describe('The names of people or teams'),
  published: day()
    .describe(
      'The date of publication, for example 2027-05-31. Without it, the publication is shown as coming soon, and its text is not shown.',
    )
    .meta({ title: 'Published on' })
    .optional(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** The name of an author: a person or a team. */
export const authorName = (author: Publication['authors'][number]): string =>
  typeof author === 'string' ? author : author.team;

/** A quarter such as `Q2 2025` as a sortable number: the quarters since the year 0. */
export const quarterOrder = (quarter: string): number => Number(quarter.slice(3)) * 4 + Number(quarter[1]) - 1;

/**
 * Whether a quarter is over.
 *
 * @param quarter for example `Q2 2025`
 * @param now defaults to the present
 */
export const isPast = (quarter: string, now = new Date()): boolean =>
  quarterOrder(quarter) < now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
