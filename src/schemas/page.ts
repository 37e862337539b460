import { z } from 'zod';
import { copy, day, href } from './copy.ts';
import { action } from './section.ts';

/** Title and description as search engines show them. */
const head = { title: copy(60), description: copy(160) };

/** content/legal/ */
export const legalSchema = z.strictObject({
  ...head,
  dateLabel: copy(30).describe('Before the date, for example Effective or Last updated'),
  date: day().describe('Since when it holds, for example 2025-01-01'),
  contents: copy(30).describe('Over the table of contents'),
  notice: copy(200).describe('A note above the text, until counsel has reviewed it').optional(),
});

/** content/pages/404.mdx */
export const notFoundSchema = z.strictObject({
  ...head,
  heading: copy(60),
  text: copy(200),
  home: copy(40).describe('The link to the home page'),
});

/** How every page of content/pages/ begins. */
const opening = { ...head, heading: copy(80), lead: copy(260) };

/** A heading, a text and a button, at the end of a page. */
const closing = z.strictObject({ heading: copy(80), text: copy(260), action });

/** content/pages/internships-apply.mdx: the text beside the form, whose own words are in content/forms/. */
export const applyPageSchema = z.strictObject({
  ...opening,
  back: z
    .strictObject({ label: copy(40), href: href() })
    .describe('The link above the heading, back to where the visitor came from'),
  byEmail: z
    .strictObject({ label: copy(60), subject: copy(80) })
    .describe('The link for visitors whose browser runs no scripts, and the subject of the e-mail that it opens'),
});

/** content/pages/unsubscribe.mdx: where the link of a notification mail leads. */
export const unsubscribePageSchema = z.strictObject({
  ...opening,
  button: copy(40),
  byEmail: copy(40).describe('The link for visitors whose browser runs no scripts'),
  done: copy(200).describe('When the address is off the list'),
  failed: copy(200).describe('When that did not work, before the e-mail address'),
  incomplete: copy(200).describe('When the link is not whole, before the e-mail address'),
});

/** content/pages/flow.mdx */
export const flowSchema = z.strictObject({
  ...opening,
  average: copy(100).describe('The line above the stages: how long a project takes on average'),
  scale: copy(200).describe('Under the bridge that shows the stages to scale'),
  duration: copy(30).describe('Before the duration of a stage'),
  deliverable: copy(30).describe('Before the deliverable of a stage'),
  expand: copy(30).describe('The button of a stage that is closed'),
  collapse: copy(30).describe('The button of a stage that is open'),
  breakdown: copy(40).describe('Over the details of a stage'),
  completed: copy(30).describe('What a screen reader says of the check in the place of a number'),
  closing: closing.extend({ guide: copy(60).describe('The link to the PDF') }),
  guide: z
    .strictObject({ title: copy(60), subtitle: copy(200), stage: copy(20), contact: copy(120) })
    .describe('What stands in the PDF besides the stages'),
});

/** content/pages/ai-portfolio.mdx */
export const portfolioPageSchema = z.strictObject({
  ...opening,
  closing: closing.extend({
    action: z.strictObject({ label: copy(40), newTab: copy(40).describe('What a screen reader says of the new tab') }),
  }),
});

/** content/pages/resources.mdx */
export const resourcesPageSchema = z.strictObject({
  ...opening,
  explore: copy(30).describe('The button of what is available'),
  soon: copy(30).describe('The mark of what is not'),
  disabled: copy(30).describe('The button of what is not'),
  closing,
});

/** Words that a page of a list has for itself alone. */
const ofOnePage = (limit: number) =>
  copy(limit, ['page', 'pages']).regex(/\{page\}/, 'must hold {page}: every page needs a text of its own.');

/** content/pages/research.mdx */
export const researchPageSchema = z.strictObject({
  ...opening,
  areas: copy(60).describe('Over the focus areas'),
  publications: copy(60).describe('Over the publications'),
  soon: copy(30).describe('The mark of a publication that is to come'),
  expected: copy(30).describe('Before the quarter in which it is to come'),
  published: copy(30).describe('Before the day on which it was published'),
  read: copy(30).describe('The link to a publication'),
  by: copy(20).describe('Before the authors'),
  back: copy(40).describe('The link from a publication back to this page'),
  feed: copy(40).describe('The link to the feed'),
  pages: z
    .strictObject({
      title: ofOnePage(60),
      description: ofOnePage(160),
      lead: copy(260).describe('Under the heading'),
      position: ofOnePage(40).describe('Over the publications of one page, for example Page {page} of {pages}'),
      label: copy(40).describe('What a screen reader says of the links to the pages'),
      number: ofOnePage(30).describe('What a screen reader says of the link to one page'),
      newer: copy(20).describe('The link to the page before'),
      older: copy(20).describe('The link to the page after'),
    })
    .describe('The second page of the publications and what follows it, as soon as there are more than one page holds'),
  closing,
});
