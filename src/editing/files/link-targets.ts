import { mdxToMdast } from '#mdx-to-mdast';
import { fillMarkdown } from '../../schemas/copy.ts';
import { COPY_FILES, copyFileOf, isShown, pageOf } from '../../schemas/copy-files.ts';
import { companySlug, type Site } from '../../schemas/site.ts';
import { wordsIn } from '../../schemas/text-rules.ts';
import { TEXT, type Entry, type Value } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import { entry, hiddenSections } from './entries.ts';
import { siteOf } from './site-of.ts';

/** A page, as far as links can lead to it. */
export interface Target {
  /** The anchors of its sections, in the order of their files. */
  anchors: string[];
  /** Whether that is all of them: what a heading's anchor is can't be told of every heading. */
  isComplete: boolean;
}

/** The pages by path: `/`, `/flow`. */
export type Targets = ReadonlyMap<string, Target>;

/** Anchors in layouts and components. Those of fields begin with the name of their form. */
const OF_LAYOUT =
  /^(?:call-panels|contents|header|main|partners-label|publications|splash|toasts|(?:consultation|demo-booking|internship|voice-call|waiting-list)(?:-.*)?)$/;

/** Whether an anchor is in a layout or component of some page. */
export const isOfLayout = (anchor: string): boolean => OF_LAYOUT.test(anchor);

/** The pages of a list after its first. */
const FURTHER_PAGES = /^\/research\/page\/\d+$/;

/** Whether a path is of a page, or of a file that is not made of one copy file, such as a picture. */
export const isKnownPath = (path: string, targets: Targets): boolean =>
  targets.has(path) || FURTHER_PAGES.test(path) || /\.\w+$/.test(path);

/** Whether pages show the text of a file that can have one. That of a publication is shown once it is published. */
export const isTextShown = (file: string, data: Readonly<Record<string, Value>>): boolean =>
  copyFileOf(file)?.path !== COPY_FILES.publications.path || data['published'] !== undefined;

/** The anchor of a heading; undefined if it has unusual characters. */
function anchorOf(words: string): string | undefined {
  if (!/^[\w ,.:;!?&()'’“”"/+%-]+$/.test(words)) return undefined;
  return words
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The anchors of the headings of a text, without those that can't be told. */
function headingsIn(blocks: Value | undefined, site: Site): (string | undefined)[] {
  if (!Array.isArray(blocks)) return [];
  const text = fillMarkdown(blocks.filter((block) => typeof block === 'string').join('\n\n'), site);
  const tree = mdxToMdast(text);
  const headings = 'children' in tree ? tree.children.filter(({ type }) => type === 'heading') : [];
  // In lists and quotes, they are not at the beginning of a line.
  const isNested = /^[ \t]*(?:[>*+-]|\d+[.)])[^\n]*#/m.test(text);
  const anchors = headings.map((heading) => anchorOf(wordsIn(heading).trim()));
  const isTwice = new Set(anchors).size < anchors.length;
  return isNested || isTwice ? [undefined] : anchors;
}

/** The anchor that a section of the home page has by its fields. */
function sectionAnchor({ data }: Pick<Entry, 'data'>, site: Site): string | undefined {
  if (typeof data['anchor'] === 'string') return data['anchor'];
  return data['kind'] === 'introduction' ? companySlug(site.name) : undefined;
}

/** What a file adds to a page. */
interface Part extends Target {
  page: string;
}

/** The last part of each file, and what it was made of: a branch has many files, and an edit changes one. */
const parts = new Map<string, { text: string | null; site: Site; part: Part }>();

/** @throws RefusedError if the file can't be read */
function partOf(source: CopySource, file: string, site: Site): Part {
  const kind = copyFileOf(file);
  const isSection = kind?.path === COPY_FILES.home.path;
  // Its page is the same whatever is in it.
  if (typeof kind?.page === 'string' && !kind.page.includes('{') && !kind.text && !isSection)
    return { page: kind.page, anchors: [], isComplete: true };
  const text = source.read(file);
  const known = parts.get(file);
  if (known?.text === text && known.site === site) return known.part;
  const found = entry(source, file);
  const headings = isTextShown(file, found.data) ? headingsIn(found.data[TEXT], site) : [];
  const own = isSection ? sectionAnchor(found, site) : undefined;
  const part = {
    page: pageOf(file, found.data) ?? '',
    anchors: [own, ...headings].filter((anchor) => anchor !== undefined),
    isComplete: !headings.includes(undefined),
  };
  parts.set(file, { text, site, part });
  return part;
}

/**
 * The pages of the site and their sections.
 *
 * @returns undefined if that can't be told, because a file is damaged
 */
export function targetsOf(source: CopySource): Targets | undefined {
  const targets = new Map<string, Target>();
  const hidden = hiddenSections(source);
  try {
    const site = siteOf(source);
    for (const file of source.files()) {
      if (!isShown(file) || hidden.has(file)) continue;
      const { page, anchors, isComplete } = partOf(source, file, site);
      const others = targets.get(page);
      targets.set(page, {
        anchors: [...(others?.anchors ?? []), ...anchors],
        isComplete: (others?.isComplete ?? true) && isComplete,
      });
    }
  } catch {
    return undefined;
  }
  return targets;
}
