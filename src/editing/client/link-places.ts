import type { Listed } from '../protocol.ts';

/** A place of the site that a link can lead to. */
export interface LinkPlace {
  /** For example `/flow` or `/#programs`. */
  address: string;
  title: string;
}

/** The pages of the site, each followed by its sections. */
export function linkPlaces(files: readonly Listed[]): LinkPlace[] {
  const pages = [...new Set(files.flatMap(({ page }) => page ?? []))].filter((page) => page !== '/404');
  return pages.flatMap((page) => {
    const shown = files.filter((file) => file.page === page && !file.hidden);
    const own = shown.find(({ group }) => group === 'Pages') ?? (shown.length === 1 ? shown[0] : undefined);
    const sections = shown.flatMap(({ texts, title }) => {
      const anchor = texts.find(({ path }) => path.length === 1 && path[0] === 'anchor');
      return anchor ? [{ address: `${page}#${anchor.text}`, title }] : [];
    });
    return [{ address: page, title: page === '/' ? 'Home page' : (own?.title ?? page) }, ...sections];
  });
}
