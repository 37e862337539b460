import { COPY_FOLDERS, copyFileOf, NAMED } from './copy-files.ts';

function misplaced(file: string): string[] {
  if (copyFileOf(file)) return [];
  const extension = COPY_FOLDERS.get(file.replace(/[^/]*$/, ''))?.extension;
  return extension
    ? [`${file}: its name must end in ${extension}; nothing else in this folder is shown.`]
    : [
        `${file}: the site does not use this file. Remove it. You can add files in ${[...COPY_FOLDERS.keys()].join(', ')}.`,
      ];
}

/**
 * Which files of content/ the site needs and are missing, and which it does not use.
 *
 * @param files all that are there, relative to the project folder
 */
export const inventoryMistakes = (files: readonly string[]): string[] => [
  ...NAMED.filter((path) => !files.includes(path)).map((path) => `${path} is missing. Put it back under this name.`),
  ...files.toSorted().flatMap(misplaced),
];
