import { roomAt } from '../rooms.ts';
import { isRedirected, missingFile, pagelessLink, roomLink, sectionlessLink } from '../../schemas/link-sentences.ts';
import type { CheckedPage, PageMistake } from './checked-page.ts';

/** The pages of a site by path: `/`, `/flow`. */
export type CheckedPages = ReadonlyMap<string, CheckedPage>;

/**
 * What is wrong with pages, and with the links between them.
 *
 * @param isFile whether a path is a file other than a page
 */
export const siteMistakes = (pages: CheckedPages, isFile: (path: string) => boolean): PageMistake[] =>
  [...pages].flatMap(([page, { links, mistakes }]) => [
    ...links.flatMap((link): PageMistake[] => {
      if (isRedirected(link.path)) return [];
      if (roomAt(link.path)) return [{ page, message: roomLink(link), written: link.href }];
      const target = pages.get(link.path);
      if (!target) {
        if (isFile(link.path)) return [];
        return [{ page, ...pagelessLink(link, link.path, [...pages.keys()]), written: link.href }];
      }
      if (link.id === '' || target.ids.has(link.id)) return [];
      return [{ page, ...sectionlessLink(link, target.anchors), written: link.href }];
    }),
    ...mistakes,
  ]);

/** The files that pages refer to, and that are missing. */
export const missingFiles = (pages: CheckedPages, isFile: (path: string) => boolean): PageMistake[] =>
  [...pages].flatMap(([page, { files }]) =>
    files.flatMap((file) => (isFile(file) ? [] : [{ page, message: missingFile(file), written: file }])),
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
