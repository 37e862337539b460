import type { CheckedPage, PageMistake } from '../../../src/build/page-check/checked-page.ts';
import { missingFiles, siteMistakes } from '../../../src/build/page-check/site-mistakes.ts';
import { TEXT_PATH } from '../../../src/build/page-check/text-links.ts';
import { PICTURES } from '../../../src/schemas/picture-file.ts';
import { onDisk, stateOfCopy } from './disk.ts';
import { list } from '../../../src/editing/files/entries.ts';
import { render, type Site } from './render-check.ts';

/** What a change breaks: a page that can't be shown, or mistakes that were not there before. */
export type Broken = { failure: string } | { mistakes: PageMistake[] };

/** The pages as the checks of a build see them. */
export interface CheckedSite {
  /** Renders all pages, unless nothing has changed since. To be called before a change. */
  read(): Promise<void>;
  /**
   * Renders pages after a change.
   *
   * @param paths of the pages that show it
   * @returns what it breaks, on any page
   */
  tryOut(paths: readonly string[]): Promise<Broken | undefined>;
  /** Renders all pages, and returns everything that would stop a build. */
  mistakes(): Promise<PageMistake[]>;
}

/** Tells mistakes apart. What a message lists, such as the pages there are, can change. */
const keyOf = ({ page, message, written }: PageMistake): string => `${page} ${written ?? message}`;

/** The pages that copy is shown on. */
export const pathsOfCopy = (): string[] => [...new Set(list(onDisk).files.flatMap(({ page }) => page ?? []))];

/** What a build makes of copy besides pages. */
const OTHER_FILES = [TEXT_PATH, '/research/feed.xml', '/process-guide.pdf'];

/** Whether an address is of a picture that copy can show. The dev server has other scripts and styles than a build. */
const isPicture = (address: string): boolean => `public${address}`.startsWith(`${PICTURES}/`);

export function checkedSite(site: Site): CheckedSite {
  let pages: ReadonlyMap<string, CheckedPage> = new Map();
  /** Why pages and other files can't be shown, by path. */
  let failures: ReadonlyMap<string, string> = new Map();
  let state = '';
  /** The paths that lead to files, as long as nobody can have removed one. */
  const files = new Set<string>();

  async function findFiles(checked: ReadonlyMap<string, CheckedPage>): Promise<void> {
    const named = [...checked.values()].flatMap((page) => [
      ...page.links.map(({ path }) => path),
      ...page.files.filter(isPicture),
    ]);
    for (const path of new Set(named)) {
      if (checked.has(path) || files.has(path)) continue;
      const response = await fetch(site.origin + path);
      await response.body?.cancel();
      if (response.ok) files.add(path);
    }
  }

  async function mistakesOn(checked: ReadonlyMap<string, CheckedPage>): Promise<PageMistake[]> {
    await findFiles(checked);
    const isFile = (path: string) => files.has(path);
    return [
      // A page that can't be shown is no dead link.
      ...siteMistakes(checked, (path) => isFile(path) || failures.has(path)),
      ...missingFiles(checked, (path) => !isPicture(path) || isFile(path)),
    ];
  }

  async function renderAll(): Promise<void> {
    await site.refresh();
    const all = new Map<string, CheckedPage>();
    const failed = new Map<string, string>();
    for (const path of [...pathsOfCopy(), ...OTHER_FILES]) {
      const rendered = await render(site, path);
      if ('failure' in rendered) {
        site.reloads.hush(rendered.failure);
        failed.set(path, rendered.failure);
      } else if (rendered.page) all.set(path, rendered.page);
    }
    pages = all;
    failures = failed;
    state = stateOfCopy();
  }

  return {
    async read() {
      if (state !== stateOfCopy()) await renderAll();
    },
    async tryOut(paths) {
      await site.refresh();
      files.clear();
      const before = new Set((await mistakesOn(pages)).map(keyOf));
      const now = new Map(pages);
      const done = new Set<string>();
      let mistakes: PageMistake[] = [];
      // What was known of the other pages may not be true any more: they are asked before a mistake there counts.
      for (let next = new Set([...paths, ...OTHER_FILES]); next.size > 0;) {
        for (const path of next) {
          const rendered = await render(site, path);
          if ('failure' in rendered) {
            // Another entry can be the cause, if it failed before.
            if (OTHER_FILES.includes(path) && failures.has(path)) continue;
            return rendered;
          }
          if (rendered.page) now.set(path, rendered.page);
          else now.delete(path);
          done.add(path);
        }
        mistakes = (await mistakesOn(now)).filter((mistake) => !before.has(keyOf(mistake)));
        next = new Set(mistakes.map(({ page }) => page).filter((page) => !done.has(page)));
      }
      if (mistakes.length > 0) return { mistakes };
      pages = now;
      failures = new Map([...failures].filter(([path]) => !done.has(path)));
      state = stateOfCopy();
      return undefined;
    },
    async mistakes() {
      files.clear();
      await renderAll();
      return [...[...failures].map(([page, message]) => ({ page, message })), ...(await mistakesOn(pages))];
    },
  };
}
