import { COPY_SCHEMAS } from '../../../src/schemas/copy-schemas.ts';

/** The name of a part of the content, and the page that shows it. `{name}` is a file's name without its extension. */
interface Place {
  group: string;
  page?: string;
  /** The title of a single file whose name says little. */
  title?: string;
}

/** By prefix of the path; the first match wins. */
const PLACES: readonly (readonly [path: string, place: Place])[] = [
  ['content/site.yaml', { group: 'Every page', page: '/', title: 'Company, figures and menus' }],
  ['content/home/', { group: 'Home page', page: '/' }],
  ['content/pages/404.mdx', { group: 'Pages' }],
  ['content/pages/internships-apply.mdx', { group: 'Pages', page: '/internships/apply' }],
  ['content/pages/', { group: 'Pages', page: '/{name}' }],
  ['content/journey/', { group: 'Stages of a project', page: '/flow' }],
  ['content/portfolio/', { group: 'AI portfolio', page: '/ai-portfolio' }],
  ['content/resources/', { group: 'Resources', page: '/resources' }],
  ['content/research/focus-areas/', { group: 'Focus areas of research', page: '/research' }],
  ['content/research/publications/', { group: 'Publications', page: '/research' }],
  ['content/legal/', { group: 'Legal texts', page: '/{name}' }],
  ['content/forms/common.yaml', { group: 'Forms', page: '/', title: 'All forms' }],
  ['content/forms/consultation.yaml', { group: 'Forms', page: '/', title: 'Book a strategic call' }],
  ['content/forms/demo-booking.yaml', { group: 'Forms', page: '/', title: 'Schedule a demo' }],
  ['content/forms/internship.yaml', { group: 'Forms', page: '/internships/apply', title: 'Internship application' }],
  ['content/forms/', { group: 'Forms', page: '/' }],
  ['content/notify/research.yaml', { group: 'News by mail', page: '/research' }],
  ['content/notify/', { group: 'News by mail', page: '/resources' }],
  ['content/emails/', { group: 'E-mails' }],
  ['content/assistant/call.yaml', { group: 'Voice agent', page: '/' }],
  ['content/assistant/', { group: 'Voice agent' }],
];

const placeOf = (file: string): Place =>
  PLACES.find(([path]) => file.startsWith(path))?.[1] ?? { group: 'Other words' };

/** The group of a file, or of a folder that ends in a slash. */
export const groupOf = (file: string): string => placeOf(file).group;

/** The title of a file, if its content has none. */
export const givenTitle = (file: string): string | undefined => placeOf(file).title;

/** The name of a file, without its extension. */
export const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.\w+$/, '');

/**
 * The page that shows the words of a file.
 *
 * @param data its fields: a publication has its own page once it is published
 */
export function pageOf(file: string, data: Readonly<Record<string, unknown>>): string | undefined {
  if (file.startsWith('content/research/publications/') && data['published'] !== undefined)
    return `/research/${nameOf(file)}`;
  return placeOf(file).page?.replace('{name}', nameOf(file));
}

/** The folders that files can be added to, each with the extension of its files. */
export const FOLDERS: ReadonlyMap<string, string> = new Map(
  Object.keys(COPY_SCHEMAS).flatMap((path) => (path.includes('*') ? [path.split('*') as [string, string]] : [])),
);

/** Whether the site works without a file: its folder can hold any number of them. */
export const isFree = (file: string): boolean => !Object.hasOwn(COPY_SCHEMAS, file);
