/** A link, for a message. */
export interface NamedLink {
  /** Its words. */
  text: string;
  href: string;
}

/** A sentence, and what there is instead. */
interface Sentence {
  message: string;
  choices: string;
}

/** The most pages that a message lists. */
const NAMED = 30;

/** Names a link in a message. */
export const nameLink = ({ text, href }: NamedLink): string => `the link "${text}" leads to ${href}`;

/** Whether a path is written in a way that a host would redirect. */
export const isRedirected = (path: string): boolean => /\.html$|.\/$/.test(path);

/** For a link that a host would redirect. */
export const redirectedLink = (link: NamedLink): string =>
  `${nameLink(link)}; write it without .html and without a trailing slash.`;

/** For a link to a room. */
export const roomLink = (link: NamedLink): string => `${nameLink(link)}, which is not for visitors. Remove it.`;

/** For the order of the home page, if it hides a section that does not exist. */
export const hiddenSectionless = (section: string): string =>
  `sections hides ${section}, but there is no file with this name in content/home/. Correct the name, or remove the entry.`;

/** Lists the pages; if there are many, those whose paths share the longest start with the missing one. */
function nameSome(paths: readonly string[], wanted: string): string {
  if (paths.length <= NAMED) return `The pages are: ${paths.join(', ')}.`;
  const likeness = (path: string) => {
    const end = Array.from(path).findIndex((sign, index) => sign !== wanted[index]);
    return end === -1 ? path.length : end;
  };
  const nearest = [...paths].sort((a, b) => likeness(b) - likeness(a)).slice(0, NAMED);
  return `The most similar pages are: ${nearest.join(', ')}.`;
}

/**
 * For a link to no page.
 *
 * @param path where it leads
 * @param paths of all pages
 */
export const pagelessLink = (link: NamedLink, path: string, paths: readonly string[]): Sentence => ({
  message: `${nameLink(link)}, but there is no such page.`,
  choices: nameSome(paths, path),
});

/**
 * For a link to a page that has no such section.
 *
 * @param anchors of the page: `#contact`
 */
export const sectionlessLink = (link: NamedLink, anchors: readonly string[]): Sentence => ({
  message: `${nameLink(link)}, but that page has no such section.`,
  choices: `Its sections are: ${anchors.join(', ')}.`,
});

/** For a file that a page refers to. */
export const missingFile = (address: string): string => `the file ${address} does not exist.`;

/** For an anchor that two sections of a page have. */
export const doubleAnchor = (id: string): string =>
  `the anchor ${id} is used more than once. Give each section its own.`;

/** For a page with none or several. */
export const wrongHeadings = (count: number): string =>
  `there are ${count} main headings. Keep exactly one (on the home page: one section of kind hero).`;
