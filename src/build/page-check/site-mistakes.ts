import { roomAt } from '../rooms.ts';
import { isRedirected, nameLink, type CheckedPage, type PageMistake } from './checked-page.ts';

/** The pages of a site by path: `/`, `/flow`. */
export type CheckedPages = ReadonlyMap<string, CheckedPage>;

/** The most pages that a message lists. */
const NAMED = 30;

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
 * What is wrong with pages, and with the links between them.
 *
 * @param isFile whether a path is a file other than a page
 */
export const siteMistakes = (pages: CheckedPages, isFile: (path: string) => boolean): PageMistake[] =>
  [...pages].flatMap(([page, { links, mistakes }]) => [
    ...links.flatMap((link): PageMistake[] => {
      if (isRedirected(link)) return [];
      if (roomAt(link.path))
        return [{ page, message: `${nameLink(link)}, which is not for visitors. Remove it.`, written: link.href }];
      const target = pages.get(link.path);
      if (!target) {
        if (isFile(link.path)) return [];
        const message = `${nameLink(link)}, but there is no such page.`;
        return [{ page, message, choices: nameSome([...pages.keys()], link.path), written: link.href }];
      }
      if (link.id === '' || target.ids.has(link.id)) return [];
      const message = `${nameLink(link)}, but that page has no such section.`;
      const choices = `Its sections are: ${target.anchors.join(', ')}.`;
      return [{ page, message, choices, written: link.href }];
    }),
    ...mistakes,
  ]);

/** The files that pages refer to, and that are missing. */
export const missingFiles = (pages: CheckedPages, isFile: (path: string) => boolean): PageMistake[] =>
  [...pages].flatMap(([page, { files }]) =>
    files.flatMap((file) =>
      isFile(file) ? [] : [{ page, message: `the file ${file} does not exist.`, written: file }],
    ),
  );

/** Merges mistakes that repeat, and says where: what is wrong in the header or footer is wrong on every page. */
export const onceEach = (
  mistakes: readonly PageMistake[],
): { where: string; message: string; written: string | undefined }[] =>
  [...Map.groupBy(mistakes, ({ message }) => message).values()].flatMap((all) => {
    const [mistake] = all;
    if (!mistake) return [];
    const { page, message, choices, written } = mistake;
    const others = new Set(all.map((one) => one.page)).size - 1;
    const more = others === 1 ? ' and 1 other page' : others > 1 ? ` and ${others} other pages` : '';
    return [{ where: page + more, message: choices === undefined ? message : `${message} ${choices}`, written }];
  });
