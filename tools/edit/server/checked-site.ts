import type { CheckedPage, PageMistake } from '../../../src/build/page-check/checked-page.ts';
import { siteMistakes } from '../../../src/build/page-check/site-mistakes.ts';
import { copyFilesOnDisk, hashOf, readCopyFile } from './disk.ts';
import { list } from './entries.ts';
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

/** Identifies one state of content/. */
const stateOfCopy = (): string =>
  hashOf(
    copyFilesOnDisk()
      .map((file) => file + hashOf(readCopyFile(file)))
      .join(),
  );

/** The pages that copy is shown on. */
const pathsOfCopy = (): string[] => [...new Set(list().files.flatMap(({ page }) => page ?? []))];

export function checkedSite(site: Site): CheckedSite {
  let pages: ReadonlyMap<string, CheckedPage> = new Map();
  let state = '';
  /** The paths that lead to files. */
  const files = new Set<string>();

  async function findFiles(links: CheckedPage['links'], known: ReadonlyMap<string, CheckedPage>): Promise<void> {
    const paths = new Set(links.map(({ path }) => path).filter((path) => !known.has(path) && !files.has(path)));
    for (const path of paths) {
      const response = await fetch(site.origin + path);
      await response.body?.cancel();
      if (response.ok) files.add(path);
    }
  }

  async function mistakesOn(checked: ReadonlyMap<string, CheckedPage>): Promise<PageMistake[]> {
    await findFiles(
      [...checked.values()].flatMap(({ links }) => links),
      checked,
    );
    return siteMistakes(checked, (path) => files.has(path));
  }

  async function renderAll(): Promise<void> {
    await site.refresh();
    const all = new Map<string, CheckedPage>();
    let failed = false;
    for (const path of pathsOfCopy()) {
      const rendered = await render(site, path);
      if ('failure' in rendered) failed = true;
      else if (rendered.page) all.set(path, rendered.page);
    }
    pages = all;
    state = failed ? '' : stateOfCopy();
  }

  return {
    async read() {
      if (state !== stateOfCopy()) await renderAll();
    },
    async tryOut(paths) {
      await site.refresh();
      const before = new Set((await mistakesOn(pages)).map(keyOf));
      const now = new Map(pages);
      const done = new Set<string>();
      let mistakes: PageMistake[] = [];
      // What was known of the other pages may not be true any more: they are asked before a mistake there counts.
      for (let next = new Set(paths); next.size > 0;) {
        for (const path of next) {
          const rendered = await render(site, path);
          if ('failure' in rendered) return rendered;
          if (rendered.page) now.set(path, rendered.page);
          else now.delete(path);
          done.add(path);
        }
        mistakes = (await mistakesOn(now)).filter((mistake) => !before.has(keyOf(mistake)));
        next = new Set(mistakes.map(({ page }) => page).filter((page) => !done.has(page)));
      }
      if (mistakes.length > 0) return { mistakes };
      pages = now;
      state = stateOfCopy();
      return undefined;
    },
    async mistakes() {
      await renderAll();
      return mistakesOn(pages);
    },
  };
}
