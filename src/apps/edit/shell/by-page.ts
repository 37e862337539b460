import type { Listed } from '../../../editing/protocol.ts';
import { COPY_FILES, type CopyFile } from '../../../schemas/copy-files.ts';

/** The kinds of files in the order of the site, what visitors see first. */
export const KINDS: readonly string[] = [
  ...new Set(['Home page', 'Pages', ...Object.values<CopyFile>(COPY_FILES).map(({ group }) => group)]),
];

const HOME_PAGE = 'Home page, and what all pages share';
const NO_PAGE = 'Mails, messages and the voice agent';
const HIDDEN = 'Hidden';

/** What {@link pageNames} gives, in this order; further pages come in between. */
export const pageOrder = (names: readonly string[]): readonly string[] => [
  HOME_PAGE,
  ...names.filter((name) => ![HOME_PAGE, NO_PAGE, HIDDEN].includes(name)),
  NO_PAGE,
  HIDDEN,
];

/** Which page shows a file, in words. */
export function pageNames(files: readonly Listed[]): (file: Listed) => string {
  const titles = new Map(files.flatMap(({ group, page, title }) => (group === 'Pages' && page ? [[page, title]] : [])));
  return ({ page, hidden }) => {
    if (page === undefined) return NO_PAGE;
    if (hidden) return HIDDEN;
    return page === '/' ? HOME_PAGE : (titles.get(page) ?? page);
  };
}
