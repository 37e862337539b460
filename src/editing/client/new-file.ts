import { compareNames } from '../../schemas/file-order.ts';
import type { Data } from '../core/values.ts';
import type { Listed } from '../protocol.ts';

/** `hero` of `content/home/hero.mdx`. */
export const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.\w+$/, '');

/** The files directly in a folder, without those that the site needs. */
export const filesOf = (folder: string, files: readonly Listed[]): Listed[] =>
  files.filter(({ file, free }) => free && file.startsWith(folder) && !file.slice(folder.length).includes('/'));

/** Whether the files of a folder are ordered by numbers at the start of their names. */
export const isNumbered = (there: readonly Listed[]): boolean =>
  there.length > 0 && there.every(({ file }) => /^\d/.test(nameOf(file)));

/**
 * What the name of a new file determines, as a sentence: the address of its page, or its position.
 *
 * @param there the files of its folder
 */
export function meaningOfName(name: string, there: readonly Listed[]): string {
  const example = there.find(({ file, page }) => page?.endsWith(`/${nameOf(file)}`));
  if (example?.page !== undefined)
    return `Its page will have the address ${example.page.slice(0, -nameOf(example.file).length)}${name}.`;
  if (there.length > 0 && !isNumbered(there)) {
    const [page, ...others] = new Set(there.map((listed) => listed.page));
    if (page === '/') return 'It will come last: you can move it then. Only developers see the name.';
    return page !== undefined && others.length === 0
      ? `If it has a page of its own, the address is ${page}/${name}.`
      : 'It does not affect the order: only developers see it.';
  }
  const order = [...there].sort((a, b) => compareNames(nameOf(a.file), nameOf(b.file)));
  const next = order.findIndex(({ file }) => compareNames(nameOf(file), name) > 0);
  const before = next < 0 ? order.at(-1) : order[next - 1];
  const after = next < 0 ? undefined : order[next];
  if (before && after) return `It will come between “${before.title}” and “${after.title}”.`;
  if (before) return `It will come last, after “${before.title}”.`;
  if (after) return `It will come first, before “${after.title}”.`;
  return 'It will be the only one.';
}

const TITLES = ['title', 'heading', 'label', 'name'];
/** Maximum length of a name derived from a title, in characters. */
const LONGEST = 48;

/**
 * A free name, derived from the title: `when-students-leave`, or `70-when-students-leave` where files are ordered by
 * numbers. '' as long as there is no title.
 */
export function nameForTitle(data: Data, there: readonly Listed[]): string {
  const title = TITLES.map((key) => data[key]).find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof title !== 'string') return '';
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
  if (words === '') return '';
  const numbers = there.map(({ file }) => Number.parseInt(nameOf(file), 10));
  const name = isNumbered(there) ? `${Math.max(...numbers) + 10}-${words}` : words;
  return there.some(({ file }) => nameOf(file) === name) ? `${name}-2` : name;
}

/** A free name for a copy: `71-events` for `70-events`, `our-method-2` for `our-method`. */
export function nameForCopy(file: string, there: readonly Listed[]): string {
  const names = new Set(there.map((listed) => nameOf(listed.file)));
  const name = nameOf(file);
  const [, digits, rest] = /^(\d+)(-.*)$/.exec(name) ?? [];
  const nth = (step: number) =>
    digits === undefined || rest === undefined
      ? `${name}-${step + 1}`
      : `${String(Number(digits) + step).padStart(digits.length, '0')}${rest}`;
  for (let step = 1; ; step += 1) if (!names.has(nth(step))) return nth(step);
}

/** The name of the draft of a folder's new file. */
export const draftNameOf = (folder: string): string => `new:${folder}`;
