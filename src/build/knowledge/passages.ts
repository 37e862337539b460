import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { projectFolder } from '../../lib/project-folder.ts';
import { listPages, listPath } from '../publication-list.ts';
import * as collections from '../../schemas/collections.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { bookingSchema, consultationSchema, notifySchema } from '../../schemas/form.ts';
import { compareNames } from '../../schemas/file-order.ts';
import { splitFrontmatter } from '../../schemas/frontmatter.ts';
import { homeSchema, type HomeSection } from '../../schemas/home.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import * as pages from '../../schemas/page.ts';
import { companySlug, siteSchema, type Site } from '../../schemas/site.ts';
import { readText } from './plain-text.ts';

/** A piece of the site's text: a section, a card, a stage of a project, a paragraph of a policy. */
export interface Passage {
  /** `/flow`, `/#internships` */
  path: string;
  /** The name of the page or section. */
  page: string;
  title: string;
  /** Plain text. Each paragraph and each point of a list is one line. */
  text: string;
}
type Place = Pick<Passage, 'path' | 'page'>;

/** Fields with the title of an object. The first one present is used. */
const TITLES = ['title', 'heading', 'question', 'name', 'team', 'role', 'label'];
/** Fields with the text of an object, in reading order. */
const TEXTS = [
  ...['badge', 'lead', 'when', 'text', 'average', 'answer', 'quote', 'summary', 'description', 'items'],
  ...['points', 'details', 'topics', 'paragraphs'],
];
/** Lists whose entries are sentences. The entries of other lists are names. */
const SENTENCES = ['points', 'details', 'paragraphs'];

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

const titleOf = (fields: Fields) => TITLES.map((key) => fields[key]).find((value) => typeof value === 'string');

const inWords = (value: unknown) =>
  value instanceof Date ? value.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }) : value;

function linesOf(fields: Fields, key: string, label: unknown = fields[`${key}Label`]): string[] {
  const entries = [fields[key]]
    .flat()
    .map((entry) => (isFields(entry) ? titleOf(entry) : inWords(entry)))
    .filter((entry) => typeof entry === 'string')
    .map((entry) => entry.replaceAll(/\s+/g, ' ').trim());
  if (SENTENCES.includes(key) || entries.length === 0) return entries;
  return [(typeof label === 'string' ? `${label}: ` : '') + entries.join(', ')];
}

/** The passages of everything that has a text, at any depth. Samples are left out: nobody may quote them. */
function passagesOf(data: unknown, place: Place): Passage[] {
  if (!isFields(data) || data['sample'] === true) return [];
  const labelled = Object.keys(data).flatMap((key) => /^(.+)Label$/.exec(key)?.[1] ?? []);
  const lines = [
    ...TEXTS.flatMap((key) => linesOf(data, key, key === 'items' ? data['eyebrow'] : undefined)),
    ...labelled.flatMap((key) => linesOf(data, key)),
  ];
  return [
    ...(lines.length === 0 ? [] : [{ ...place, title: titleOf(data) ?? place.page, text: lines.join('\n') }]),
    ...Object.values(data).flatMap((value) => [value].flat().flatMap((inner: unknown) => passagesOf(inner, place))),
  ];
}

function openContent(root: string) {
  const source = (file: string) => readFileSync(join(root, file), 'utf8');
  const yaml = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    checkCopy(schema, parseCopy(source(file), file), file);
  const mdx = <Schema extends z.ZodType<object>>(file: string, schema: Schema) => {
    const { fields, text } = splitFrontmatter(source(file));
    return { ...checkCopy(schema, parseCopy(fields, file), file), ...readText(text) };
  };
  const names = (folder: string, extension: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(extension))
      .sort(compareNames);
  const entries = <Schema extends z.ZodType<object>>(folder: string, schema: Schema) =>
    names(folder, '.mdx').map((name) => ({ id: name.slice(0, -4), ...mdx(`${folder}/${name}`, schema) }));
  return { yaml, mdx, entries, names };
}

/** The place of a section: its anchor, or the home page if it has none. */
function sectionPlace(section: HomeSection, site: Site): Place {
  if (section.kind === 'hero' || section.kind === 'partners') return { path: '/', page: site.title };
  return { path: `/#${section.anchor ?? companySlug(site.name)}`, page: section.eyebrow ?? section.heading };
}

/** When a demo can be booked, with the labels of the form. */
function bookingFacts({ timeZone, days, from, to, minutes }: Site['bookings'], form: z.infer<typeof bookingSchema>) {
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const zone = named.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const length = minutes.toLocaleString('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const { day, time } = form.fields;
  const weekdays = days.map((name) => name.replace(/^./, (letter) => letter.toUpperCase()));
  return [`${form.title}: ${length}`, `${day.label}: ${weekdays.join(', ')}`, `${time.label}: ${from}-${to}, ${zone}`];
}

/**
 * Everything that the site says, as passages of plain text with the figures filled in: what a voice agent can answer
 * from. They are in the order of the site, without duplicates.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a copy file does not match its schema
 */
export function readPassages(root = projectFolder): Passage[] {
  const { yaml, mdx, entries, names } = openContent(root);
  const at = (path: string, page: string, ...parts: unknown[]) =>
    parts.flatMap((part) => passagesOf(part, { path, page }));

  const site = yaml('content/site.yaml', siteSchema);
  const sections = entries('content/home', homeSchema);
  const flow = mdx('content/pages/flow.mdx', pages.flowSchema);
  const portfolio = mdx('content/pages/ai-portfolio.mdx', pages.portfolioPageSchema);
  const apply = mdx('content/pages/internships-apply.mdx', pages.applyPageSchema);
  const resources = mdx('content/pages/resources.mdx', pages.resourcesPageSchema);
  const research = mdx('content/pages/research.mdx', pages.researchPageSchema);
  const unsubscribe = mdx('content/pages/unsubscribe.mdx', pages.unsubscribePageSchema);
  const { fields } = yaml('content/forms/consultation.yaml', consultationSchema);
  const booking = yaml('content/forms/demo-booking.yaml', bookingSchema);

  const publications = entries('content/research/publications', collections.publicationSchema);
  const listed = listPages(publications.map((data) => ({ id: data.id, data })));
  const placeOf = new Map(listed.flatMap((page, index) => page.map(({ id }) => [id, listPath(index + 1)] as const)));

  const contact = sections.find((section) => section.kind === 'contact');
  const contactPlace = contact ? sectionPlace(contact, site) : { path: '/', page: site.title };
  const contactColumn = site.footer.columns.find(({ href }) => href === contactPlace.path);
  const soon = (title: string, mark: string) => `${title} (${mark})`;

  const passages = [
    ...at('/', site.title, { title: site.name, lead: site.description, text: site.tagline }),
    ...sections.flatMap((section) => passagesOf(section, sectionPlace(section, site))),
    ...at(contactPlace.path, contactPlace.page, {
      title: contactColumn?.title ?? contact?.orWrite,
      text: `${fields.email.label}: ${site.email}. ${fields.phone.label}: ${site.phone}.`,
    }),
    ...at('/', site.title, {
      title: booking.title,
      text: booking.description,
      points: bookingFacts(site.bookings, booking),
    }),
    ...Object.values(site.figures).flatMap(({ label, value }) =>
      at('/', site.title, { title: label.replace(/^./, (letter) => letter.toUpperCase()), text: value }),
    ),
    ...at('/flow', flow.heading, flow),
    ...entries('content/journey', collections.journeySchema).flatMap((stage, index) =>
      at('/flow', flow.heading, {
        ...stage,
        title: `${flow.guide.stage} ${index + 1}: ${stage.title}`,
        durationLabel: flow.duration,
        deliverableLabel: flow.deliverable,
      }),
    ),
    ...at('/ai-portfolio', portfolio.heading, portfolio, ...entries('content/portfolio', collections.portfolioSchema)),
    ...at('/internships/apply', apply.heading, apply),
    ...at('/resources', resources.heading, resources),
    ...entries('content/resources', collections.resourceSchema).flatMap(({ title, available, description }) =>
      at('/resources', resources.heading, { title: available ? title : soon(title, resources.soon), description }),
    ),
    // The other pages of the list have no text of their own.
    ...at('/research', research.heading, { ...research, pages: undefined }),
    ...at('/research', research.areas, ...entries('content/research/focus-areas', collections.focusAreaSchema)),
    ...publications.flatMap(({ id, date, ...publication }) =>
      publication.published
        ? at(`/research/${id}`, publication.title, {
            ...publication,
            publishedLabel: research.published,
            authorsLabel: research.by,
          })
        : at(placeOf.get(id) ?? listPath(1), research.publications, {
            title: soon(publication.title, research.soon),
            description: publication.description,
            date,
            dateLabel: research.expected,
          }),
    ),
    ...names('content/notify', '.yaml').flatMap((name) => {
      const { title, description, mail } = yaml(`content/notify/${name}`, notifySchema);
      return at(mail.link.href, title, { title, description });
    }),
    ...at('/unsubscribe', unsubscribe.heading, unsubscribe),
    ...entries('content/legal', pages.legalSchema).flatMap(({ id, ...text }) => at(`/${id}`, text.title, text)),
  ];
  const filled = fillPlaceholders(passages, site);
  return [...new Map(filled.map((passage) => [`${passage.title}\n${passage.text}`, passage])).values()];
}
