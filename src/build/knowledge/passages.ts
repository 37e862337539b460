import { COPY_FILES, type CopyName } from '../../schemas/copy-files.ts';
import { fillMarkdown, fillPlaceholders } from '../../schemas/copy.ts';
import type { DemoBookingCopy } from '../../schemas/form.ts';
import type { HomeSection } from '../../schemas/home.ts';
import { companySlug, type Site } from '../../schemas/site.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { loadCopy, loadEntries, type LoadedCopy } from '../load-copy.ts';
import { shownSections } from '../home-order.ts';
import { listPages, listPath } from '../publication-list.ts';
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
type PassageSource = Pick<Passage, 'path' | 'page'>;

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
function passagesOf(data: unknown, place: PassageSource): Passage[] {
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

/** A page with a file in content/pages/. What nobody looks for, the page for wrong addresses, is not one. */
type PageName = Extract<CopyName, `${string}Page`>;
const PAGES = (Object.keys(COPY_FILES) as CopyName[]).filter((name): name is PageName => name.endsWith('Page'));

/** The place of a section: its anchor, or the home page if it has none. */
function sectionPlace(section: HomeSection, site: Site): PassageSource {
  if (section.kind === 'hero' || section.kind === 'partners') return { path: '/', page: site.title };
  return { path: `/#${section.anchor ?? companySlug(site.name)}`, page: section.eyebrow ?? section.heading };
}

/** When a demo can be booked, with the labels of the form. */
function bookingFacts({ timeZone, days, from, to, minutes }: Site['bookings'], form: DemoBookingCopy) {
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
  const site = loadCopy('site', root).data;
  /** The data of a copy file with its text as plain text. */
  const withText = <Name extends CopyName>({ id, file, data, text }: LoadedCopy<Name>) => ({
    id,
    ...data,
    ...readText(fillMarkdown(text, site), file),
  });
  const entries = <Name extends CopyName>(name: Name) => loadEntries(name, root).map(withText);
  const at = (path: string, page: string, ...parts: unknown[]) =>
    parts.flatMap((part) => passagesOf(part, { path, page }));

  /** The card of a waiting list on a page. No page shows the others. */
  const waitingList = (path: string, name: string) =>
    loadEntries('waitingLists', root)
      .filter(({ id }) => id === name)
      .flatMap(({ data: { title, description } }) => at(path, title, { title, description }));

  const sections = shownSections(entries('home'), loadCopy('homeOrder', root).data, ({ kind }) => kind);
  const flow = loadCopy('flowPage', root).data;
  const portfolio = loadCopy('portfolioPage', root).data;
  const resources = loadCopy('resourcesPage', root).data;
  const research = loadCopy('researchPage', root).data;
  const { fields } = loadCopy('consultation', root).data;
  const booking = loadCopy('demoBookingForm', root).data;

  const publications = entries('publications');
  const listed = listPages(publications.map((data) => ({ id: data.id, data })));
  const placeOf = new Map(listed.flatMap((page, index) => page.map(({ id }) => [id, listPath(index + 1)] as const)));

  const contact = sections.find((section) => section.kind === 'contact');
  const contactPlace = contact ? sectionPlace(contact, site) : { path: '/', page: site.title };
  const contactColumn = site.footer.columns.find(({ href }) => href === contactPlace.path);
  const soon = (title: string, mark: string) => `${title} (${mark})`;

  /** What a page shows below its own text. */
  const below: Partial<Record<CopyName, () => Passage[]>> = {
    flowPage: () =>
      entries('journey').flatMap((stage, index) =>
        at('/flow', flow.heading, {
          ...stage,
          title: `${flow.guide.stage} ${index + 1}: ${stage.title}`,
          durationLabel: flow.duration,
          deliverableLabel: flow.deliverable,
        }),
      ),
    portfolioPage: () => at('/ai-portfolio', portfolio.heading, ...entries('portfolio')),
    resourcesPage: () => [
      ...entries('resources').flatMap(({ title, available, description }) =>
        at('/resources', resources.heading, { title: available ? title : soon(title, resources.soon), description }),
      ),
      ...waitingList('/resources', 'case-studies'),
    ],
    researchPage: () => [
      ...at('/research', research.areas, ...entries('focusAreas')),
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
      ...waitingList('/research', 'research'),
    ],
  };

  const passages = [
    ...at('/', site.title, { title: site.name, text: site.tagline }),
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
    ...PAGES.flatMap((name) => {
      const page = withText(loadCopy(name, root));
      // The description is for search engines. The other pages of the list of publications have no text of their own.
      const unseen = {
        description: undefined,
        pages: undefined,
        ...(name === 'portfolioPage' && !site.portfolio && { closing: undefined }),
      };
      return [...at(COPY_FILES[name].page, page.heading, { ...page, ...unseen }), ...(below[name]?.() ?? [])];
    }),
    ...entries('legal').flatMap(({ id, ...text }) => at(`/${id}`, text.title, text)),
  ];
  const filled = fillPlaceholders(passages, site);
  return [...new Map(filled.map((passage) => [`${passage.title}\n${passage.text}`, passage])).values()];
}
