import { z } from 'zod';
import { copy, day, href } from './copy.ts';
import { action } from './section.ts';

/** Title and description as search engines show them. */
const head = { title: copy(60), description: copy(160) };

/** content/legal/ */
export const legalSchema = z.strictObject({
  ...head,
  dateLabel: copy(30).describe('Before the date, for example Effective or Last updated'),
  date: day().describe('The date from which it applies, for example 2025-01-01'),
  contents: copy(30).describe('Above the table of contents'),
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

/** A heading, a text and a button at the end of a page. */
const closing = z.strictObject({ heading: copy(80), text: copy(260), action });

/** content/pages/internships-apply.mdx: the text next to the form. The text of the form is in content/forms/. */
export const applyPageSchema = z.strictObject({
  ...opening,
  back: z
    .strictObject({ label: copy(40), href: href() })
    .describe('The link above the heading, back to where the visitor came from'),
  byEmail: z
    .strictObject({ label: copy(60), subject: copy(80) })
    .describe('The link for visitors whose browser does not run scripts, and the subject of the e-mail that it opens'),
});

/** content/pages/unsubscribe.mdx: where the link of a notification mail leads. */
export const unsubscribePageSchema = z.strictObject({
  ...opening,
  button: copy(40),
  byEmail: copy(40).describe('The link for visitors whose browser does not run scripts'),
  done: copy(200).describe('When the address has been removed from the list'),
  failed: copy(200).describe('When removing it fails, before the e-mail address'),
  incomplete: copy(200).describe('When the link is incomplete, before the e-mail address'),
});

/** content/pages/flow.mdx */
export const flowSchema = z.strictObject({
  ...opening,
  average: copy(100).describe('The line above the stages: how long a project takes on average'),
  scale: copy(200).describe('Below the bridge that shows the stages to scale'),
  duration: copy(30).describe('Before the duration of a stage'),
  deliverable: copy(30).describe('Before the deliverable of a stage'),
  expand: copy(30).describe('The button of a stage that is closed'),
  collapse: copy(30).describe('The button of a stage that is open'),
  breakdown: copy(40).describe('Above the details of a stage'),
  completed: copy(30).describe('What a screen reader says for the check mark that replaces a number'),
  closing: closing.extend({ guide: copy(60).describe('The link to the PDF') }),
  guide: z
    .strictObject({ title: copy(60), subtitle: copy(200), stage: copy(20), contact: copy(120) })
    .describe('The texts of the PDF, apart from the stages'),
});

/** content/pages/ai-portfolio.mdx */
export const portfolioPageSchema = z.strictObject({
  ...opening,
  closing: closing.extend({
    action: z.strictObject({ label: copy(40), newTab: copy(40).describe('Read aloud: the link opens a new tab') }),
  }),
});

/** content/pages/resources.mdx */
export const resourcesPageSchema = z.strictObject({
  ...opening,
  explore: copy(30).describe('The button of an available resource'),
  soon: copy(30).describe('The mark of a resource that is not available'),
  disabled: copy(30).describe('The button of a resource that is not available'),
  closing,
});

/** Text that must differ on each page of a list. */
const ofOnePage = (limit: number) =>
  copy(limit, ['page', 'pages']).regex(/\{page\}/, 'must contain {page}, so that each page has its own text.');

/** content/pages/research.mdx */
export const researchPageSchema = z.strictObject({
  ...opening,
  areas: copy(60).describe('Above the focus areas'),
  publications: copy(60).describe('Above the publications'),
  soon: copy(30).describe('The mark of an announced publication'),
  expected: copy(30).describe('Before the quarter in which it is expected'),
  published: copy(30).describe('Before the date of publication'),
  read: copy(30).describe('The link to a publication'),
  by: copy(20).describe('Before the authors'),
  back: copy(40).describe('The link from a publication back to this page'),
  feed: copy(40).describe('The link to the feed'),
  pages: z
    .strictObject({
      title: ofOnePage(60),
      description: ofOnePage(160),
      lead: copy(260).describe('Below the heading'),
      position: ofOnePage(40).describe('Above the publications of one page, for example Page {page} of {pages}'),
      label: copy(40).describe('What a screen reader calls the links to the pages'),
      number: ofOnePage(30).describe('What a screen reader says for the link to one page'),
      newer: copy(20).describe('The link to the previous page'),
      older: copy(20).describe('The link to the next page'),
    })
    .describe('The second and later pages of the list, once the publications do not fit on one page'),
  closing,
});
