import type { Listed } from '../../../editing/protocol.ts';

/** Which page shows a file, in words. */
export function pageNames(files: readonly Listed[]): (file: Listed) => string {
  const titles = new Map(files.flatMap(({ group, page, title }) => (group === 'Pages' && page ? [[page, title]] : [])));
  return ({ page, hidden }) => {
    if (page === undefined) return 'Mails, messages and the voice agent';
    if (hidden) return 'Hidden';
    return page === '/' ? 'Home page, and what all pages share' : (titles.get(page) ?? page);
  };
}
