import { z } from 'zod';
import { copy, href } from './copy.ts';
import { FIGURE_KEYS } from './figures.ts';
import { hidden } from './hidden.ts';

const opens = z.enum(['consultation', 'demo-booking']).describe('The dialog that the button opens');

/** A call to action. */
export const action = z
  .union([
    z.strictObject({ label: copy(60), opens }).meta({ title: 'A button that opens a dialog' }),
    z.strictObject({ label: copy(60), href: href() }).meta({ title: 'A link' }),
  ])
  .describe('A button that opens a dialog, or a link');
export type ActionCopy = z.infer<typeof action>;

export const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lowercase letters, digits and hyphens. For example: what-we-do')
  .describe('The end of the address of a link to this section, after #. Links elsewhere have to change with it.');

export const heading = {
  eyebrow: copy(40).describe('The small line above the heading').optional(),
  heading: copy(90),
};

/** The first fields of a section that links can lead to. */
export const block = { ...heading, lead: copy(300), anchor };

/** A title and its text. */
export const card = z.strictObject({ title: copy(50), text: copy(260), hidden });

/** Headline figures that a section shows large. */
export const figureKeys = (least: number, most: number) =>
  z
    .array(z.enum(FIGURE_KEYS))
    .min(least)
    .max(most)
    .describe('Figures of “Company, figures and menus”, by their names there');

/** The drawings that a card can have (src/components/Drawing.astro). */
export const DRAWINGS = ['network', 'layers', 'teams', 'flow', 'forecast', 'merge', 'knowledge'] as const;
