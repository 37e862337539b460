import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { compareNames } from '../../src/schemas/file-order.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { parseCopy } from '../../src/schemas/messages.ts';
import { bodyText } from '../../src/schemas/body-text.ts';
import { shownText } from '../setup/shown-text.ts';

/** Not fields of a file, but its name, the text below its fields, and the headings of that text. */
export const FILE = '(file)';
export const TEXT = '(the text below its fields)';
export const HEADINGS = '(the headings of its text)';

export type Fields = Readonly<Record<string, unknown>>;

function readFields(file: string): Fields {
  const source = readFileSync(join(projectFolder, file), 'utf8');
  const isMdx = file.endsWith('.mdx');
  const fields = parseCopy(isMdx ? splitFrontmatter(source).fields : source, file) as Fields;
  const text = isMdx ? bodyText(source) : '';
  return {
    ...fields,
    [FILE]: file,
    [TEXT]: shownText(text, file).join('\n'),
    [HEADINGS]: text.match(/^## .+$/gm) ?? [],
  };
}

const known = new Map<string, unknown>();

/**
 * What content/ says now, with the company's name and the figures filled in.
 *
 * @param path of a file; or of a folder, whose files become a list ordered by name, so that they can be renamed
 * @throws CopyError if a file can't be read
 */
export function contentOf(path: string): unknown {
  if (!known.has(path)) {
    const files = /\.\w+$/.test(path)
      ? undefined
      : readdirSync(join(projectFolder, path))
          .filter((name) => /\.(?:mdx|yaml)$/.test(name))
          .sort(compareNames);
    const written = files ? files.map((name) => readFields(`${path}/${name}`)) : readFields(path);
    known.set(path, fillPlaceholders(written, readSite()));
  }
  return known.get(path);
}

/** The fields that identify an entry of a list, the most reliable first. */
const NAMES = ['anchor', 'kind', 'title', 'label', 'name', 'network'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (entry: unknown): string => {
  const names = isFields(entry) ? NAMES.map((field) => entry[field]) : [entry];
  return names.find((name) => typeof name === 'string') ?? '';
};

/** A value, and how far its path leads: if not to the end, what is there instead. */
export interface Found {
  /** The file, or the folder if the path does not reach one of its files. */
  file: string;
  /** The path within it, for example `navigation[About].href`. */
  field: string;
  value: unknown;
  /** Where the path ends at a list without such an entry: its name, and the names of the entries that exist. */
  without?: { entry: string; instead: readonly string[] };
}

/** `[About]`, `[2]` or `title`: the steps of a path. */
const stepsOf = (field: string) => field.match(/\[[^\]]+\]|[^.[\]]+/g) ?? [];

function entryOf(list: readonly unknown[], called: string): unknown {
  if (called === 'last') return list.at(-1);
  if (/^\d+$/.test(called)) return list[Number(called) - 1];
  if (list.includes(called)) return called;
  const by = NAMES.find((name) => list.some((entry) => isFields(entry) && entry[name] === called));
  return by === undefined ? undefined : list.find((entry) => isFields(entry) && entry[by] === called);
}

function inList(found: Found, step: string): Found {
  const list: readonly unknown[] = Array.isArray(found.value) ? found.value : [];
  const called = step.slice(1, -1);
  const value = entryOf(list, called);
  if (value === undefined)
    return { ...found, value, without: { entry: called, instead: list.map(nameOf).filter((name) => name !== '') } };
  // From here on, the path leads through a file of the folder.
  if (isFields(value) && FILE in value) return { file: String(value[FILE]), field: '', value };
  return { ...found, field: found.field + step, value };
}

function inFields({ file, field, value }: Found, step: string): Found {
  const inner = (holder: unknown) => (isFields(holder) ? holder[step] : undefined);
  return {
    file,
    field: field === '' ? step : `${field}.${step}`,
    value: Array.isArray(value) ? value.map(inner) : inner(value),
  };
}

/**
 * Finds what is at a place in content/.
 *
 * @param field the path to it: `items.title` gives the titles of all items, `items[2]` the second item, `items[last]`
 * the last one, `items[Pilot]` the one with that name, at any position
 */
export function find(path: string, field: string): Found {
  let found: Found = { file: path, field: '', value: contentOf(path) };
  for (const step of stepsOf(field)) {
    if (found.without) break;
    found = step.startsWith('[') ? inList(found, step) : inFields(found, step);
  }
  return found;
}
