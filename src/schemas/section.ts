import { z } from 'zod';
import { copy, FIGURE_KEYS, href } from './copy.ts';

const opens = z.enum(['consultation', 'demo-booking']).describe('The dialog that the button opens');

/** A call to action of the copy. */
export const action = z
  .union([
    z.strictObject({ label: copy(60), opens }).meta({ title: 'A button that opens a dialog' }),
    z.strictObject({ label: copy(60), href: href() }).meta({ title: 'A link' }),
  ])
  .describe('A button that opens a dialog (opens) or a link (href)');
export type ActionCopy = z.infer<typeof action>;

export const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens. For example: what-we-do')
  .describe('The id of the section: links lead to it as #id');

export const heading = {
  eyebrow: copy(40).describe('The small line above the heading').optional(),
  heading: copy(90),
};

/** What a section begins with, if links can lead to it. */
export const block = { anchor, ...heading, lead: copy(300) };

/** A title and the text that belongs to it. */
export const card = z.strictObject({ title: copy(50), text: copy(260) });

/** Headline figures that a section shows large. */
export const figureKeys = (least: number, most: number) =>
  z.array(z.enum(FIGURE_KEYS)).min(least).max(most).describe('Keys of content/site.yaml');

/** The drawings that a card can have (src/components/Drawing.astro). */
export const DRAWINGS = ['network', 'layers', 'teams', 'flow', 'forecast', 'merge', 'knowledge'] as const;
