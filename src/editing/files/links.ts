import { COPY_FILES, copyFileOf, pageOf } from '../../schemas/copy-files.ts';
import {
  doubleAnchor,
  hiddenSectionless,
  isRedirected,
  missingFile,
  pagelessLink,
  redirectedLink,
  roomLink,
  sectionlessLink,
  wrongHeadings,
} from '../../schemas/link-sentences.ts';
import type { Site } from '../../schemas/site.ts';
import { isGroup } from '../core/values.ts';
import type { Mistake, Value } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import type { Edit } from './edit.ts';
import { entry, hiddenSections } from './entries.ts';
import { isKnownPath, isOfLayout, targetsOf, type Targets } from './link-targets.ts';
import { asSentence, inOtherFile } from './mistakes.ts';
import { siteOf } from './site-of.ts';
import { writtenLinks, type WrittenLink } from './written-links.ts';

/** Tells whether a picture exists: `/pictures/name.webp` */
type IsPicture = (address: string) => boolean;
type Fields = Readonly<Record<string, Value>>;

const NOWHERE = 'https://site.invalid';

/** Pages that are not for visitors (src/build/rooms.ts). */
export const ROOM_PATHS: readonly string[] = ['/desk', '/meet', '/edit'];

/** The page that a link leads to, and the anchor; undefined for another site. */
function placeOf(href: string, page: string, site: Site): { path: string; anchor: string } | undefined {
  if (!URL.canParse(href, NOWHERE + page)) return undefined;
  const url = new URL(href, NOWHERE + page);
  if (url.origin !== NOWHERE && url.origin !== new URL(site.url).origin) return undefined;
  try {
    return { path: url.pathname, anchor: decodeURIComponent(url.hash.slice(1)) };
  } catch {
    return { path: url.pathname, anchor: url.hash.slice(1) };
  }
}

/** What is wrong with a link on a page, or undefined. */
function linkMistake(link: WrittenLink, page: string, site: Site, targets: Targets): string | undefined {
  const place = placeOf(link.href, page, site);
  if (!place) return undefined;
  const { path, anchor } = place;
  if (isRedirected(path)) return redirectedLink(link);
  if (ROOM_PATHS.includes(path)) return roomLink(link);
  const sentence = ({ message, choices }: { message: string; choices: string }) => `${message} ${choices}`;
  if (!isKnownPath(path, targets)) return sentence(pagelessLink(link, path, [...targets.keys()].sort()));
  const target = targets.get(path);
  if (anchor === '' || !target?.isComplete || target.anchors.includes(anchor) || isOfLayout(anchor)) return undefined;
  const anchors = target.anchors.map((one) => `#${one}`);
  return sentence(sectionlessLink(link, anchors));
}

/** The pages that show a file. Every page has the menus. */
const pagesOf = (file: string, data: Fields, targets: Targets): string[] =>
  file === COPY_FILES.site.path ? [...targets.keys()] : [pageOf(file, data) ?? '/'];

/** The sections that the order of the home page hides although they don't exist. */
function hidesNothing({ sections }: Fields, source: CopySource): Mistake[] {
  const files = source.files();
  return (Array.isArray(sections) ? sections : []).flatMap((one, index) => {
    const name = isGroup(one) && one['hidden'] === true ? one['section'] : undefined;
    if (typeof name !== 'string') return [];
    if (files.includes(COPY_FILES.home.path.replace('*', name))) return [];
    return [{ path: ['sections', index, 'section'], message: asSentence(hiddenSectionless(name)) }];
  });
}

function found(source: CopySource, targets: Targets, file: string, data: Fields, isPicture: IsPicture): Mistake[] {
  if (hiddenSections(source).has(file)) return [];
  const site = siteOf(source);
  const { links, pictures } = writtenLinks(file, data, site);
  const pages = pagesOf(file, data, targets);
  const anchors = targets.get('/')?.anchors ?? [];
  const { anchor } = data;
  return [
    ...links.flatMap((link): Mistake[] => {
      const [page, message] =
        pages
          .map((one) => [one, linkMistake(link, one, site, targets)] as const)
          .find(([, one]) => one !== undefined) ?? [];
      if (page === undefined || message === undefined) return [];
      // An anchor alone can be right on other pages.
      return [{ path: link.path, message: asSentence(link.href.startsWith('#') ? `on ${page}, ${message}` : message) }];
    }),
    ...pictures
      .filter(({ address }) => address.startsWith('/pictures/') && !isPicture(address))
      .map(({ path, address }) => ({ path, message: asSentence(missingFile(address)) })),
    ...(copyFileOf(file)?.path === COPY_FILES.home.path &&
    typeof anchor === 'string' &&
    (isOfLayout(anchor) || anchors.filter((one) => one === anchor).length > 1)
      ? [{ path: ['anchor'], message: asSentence(doubleAnchor(anchor)) }]
      : []),
    ...(file === COPY_FILES.homeOrder.path ? hidesNothing(data, source) : []),
  ];
}

/**
 * The links of a file to pages and sections of this site that don't exist, and its pictures that don't. Only what a build
 * would refuse, but not all of it: what a heading's anchor is can't be told of every heading.
 *
 * @param source with the file as it will be
 * @param data of the file
 */
export function linkMistakes(source: CopySource, file: string, data: Fields, isPicture: IsPicture): Mistake[] {
  const targets = targetsOf(source);
  return targets ? found(source, targets, file, data, isPicture) : [];
}

/** A source in which one file has another text. */
function withText(source: CopySource, file: string, text: string | null): CopySource {
  const others = source.files().filter((one) => one !== file);
  const files = text === null ? others : source.files().includes(file) ? source.files() : [...others, file];
  return {
    files: () => files,
    read: (one) => (one === file ? text : source.read(one)),
    version: (one) => source.version(one),
  };
}

/** The mistakes in a file; none if it does not exist or can't be read. */
function mistakesOf(source: CopySource, targets: Targets, file: string, isPicture: IsPicture): Mistake[] {
  if (source.read(file) === null) return [];
  try {
    return found(source, targets, file, entry(source, file).data, isPicture);
  } catch {
    return [];
  }
}

/** What can be linked to before and no longer after. */
const hasLost = (before: Targets, after: Targets): boolean =>
  [...before].some(([path, { anchors }]) => {
    const left = after.get(path)?.anchors;
    return !left || anchors.some((anchor) => !left.includes(anchor));
  });

/** The main headings of the home page: its sections of kind hero. */
const heroesIn = (source: CopySource): number =>
  source.files().filter((file) => {
    if (copyFileOf(file)?.path !== COPY_FILES.home.path) return false;
    try {
      return entry(source, file).data['kind'] === 'hero';
    } catch {
      return false;
    }
  }).length;

/**
 * What an edit breaks: links of its file that lead nowhere, and links of other files to what it removes or renames; also
 * that a section is hidden which it removes. What was wrong before is not reported. See {@link linkMistakes}.
 */
export function linksBrokenBy(source: CopySource, { file, after }: Edit, isPicture: IsPicture): Mistake[] {
  const changed = withText(source, file, after);
  const [was, is] = [targetsOf(source), targetsOf(changed)];
  if (!was || !is) return [];
  const broken = (one: string): Mistake[] => {
    const before = new Set(mistakesOf(source, was, one, isPicture).map(({ message }) => message.split('. ')[0]));
    return mistakesOf(changed, is, one, isPicture).filter(({ message }) => !before.has(message.split('. ')[0]));
  };
  const others = after === null || hasLost(was, is) ? changed.files().filter((one) => one !== file) : [];
  const heroes = heroesIn(changed);
  return [
    ...broken(file),
    ...others.flatMap((one) =>
      broken(one).map(({ path, message }) => inOtherFile(entry(changed, one).title, one, path, message)),
    ),
    ...(heroes !== 1 && heroesIn(source) === 1 ? [{ path: [], message: `/: ${wrongHeadings(heroes)}` }] : []),
  ];
}
