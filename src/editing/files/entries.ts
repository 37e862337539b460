import { fillPlaceholders } from '../../schemas/copy.ts';
import { COPY_FILES, COPY_FOLDERS, copyFileOf, isFree, nameOf, pageOf, showsText } from '../../schemas/copy-files.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import { TEXT_ELEMENTS } from '../../schemas/text-elements.ts';
import type { Field } from '../core/field.ts';
import { formOfFile } from '../core/file-form.ts';
import { namesIn } from '../core/names-in.ts';
import { fieldWithin } from '../core/variant.ts';
import { read } from '../core/write.ts';
import { TEXT, type Entry, type Listed, type Path, type Questions, type Value } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import { QuestionError } from './question-error.ts';
import { siteOf } from './site-of.ts';

/** Fills in the company's name and figures; nothing while content/site.yaml is invalid. */
function fillerOf(source: CopySource): (text: string) => string {
  try {
    const site = siteOf(source);
    return (text) => fillPlaceholders(text, site);
  } catch {
    return (text) => text;
  }
}

const TITLE_FIELDS = ['title', 'heading', 'label', 'name', 'subject'];

/** `40-sign-off` as words. */
const asWords = (name: string) => {
  const words = name.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The title of a file: the first of its fields that names it, or its file name. */
export function titleOf(source: CopySource, file: string, data: Readonly<Record<string, unknown>>): string {
  const kind = copyFileOf(file);
  if (!isFree(file) && kind?.group !== 'Pages') return kind?.title ?? asWords(nameOf(file));
  const title = TITLE_FIELDS.map((field) => data[field]).find((value) => typeof value === 'string');
  return fillerOf(source)(title ?? asWords(nameOf(file)));
}

/** The form of a file. */
export function formOf(file: string): Field {
  const form = formOfFile(file);
  if (!form) throw new QuestionError(`${file} is not a content file: nothing on the site shows it.`, 403);
  return form;
}

/**
 * The entry for a copy file with this text.
 *
 * @param version of the text, see {@link CopySource.version}
 * @throws RefusedError if it can't be read
 */
export function entryOf(source: CopySource, file: string, text: string, version: string): Entry {
  const { [TEXT]: blocks, ...fields } = read(text, file.endsWith('.mdx')).data;
  const kind = copyFileOf(file);
  const shows = kind !== undefined && showsText(kind, fields) !== false;
  const data = blocks !== undefined && shows ? { ...fields, [TEXT]: blocks } : fields;
  const page = pageOf(file, data);
  return {
    file,
    title: titleOf(source, file, data),
    hash: version,
    data,
    form: formOf(file),
    ...(page !== undefined && { page }),
  };
}

/**
 * A copy file as it is.
 *
 * @throws QuestionError if there is none
 * @throws RefusedError if it can't be read
 */
export function entry(source: CopySource, file: string): Entry {
  // Before the text: if somebody changes the file in between, a save finds that out.
  const version = source.version(file);
  const text = source.read(file);
  if (text === null) throw new QuestionError(`${file} no longer exists. Someone has removed or renamed it.`, 404);
  return entryOf(source, file, text, version);
}

/** All texts within a value, with their paths. */
function textsIn(
  value: Value,
  field: Field | undefined,
  fill: (text: string) => string,
  path: Path = [],
  where: readonly string[] = [],
): Listed['texts'] {
  if (typeof value === 'string') {
    const text = field?.kind === 'union' ? field.variants.find(({ kind }) => kind === 'text') : field;
    const isText = path[0] === TEXT || text?.kind === 'text';
    return isText ? [{ path, where: where.join(' › '), text: fill(value) }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, Value][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => {
    const within = field && fieldWithin(field, value, key);
    const name = typeof key === 'number' ? String(key + 1) : key === TEXT ? 'Text' : (within?.label ?? key);
    return textsIn(inner, within, fill, [...path, key], [...where, name]);
  });
}

/** The files of the home page's sections that are hidden; none while the order is invalid. */
export function hiddenSections(source: CopySource): Set<string> {
  const { path, schema } = COPY_FILES.homeOrder;
  try {
    const { sections } = checkCopy(schema, parseCopy(source.read(path) ?? '', path), path);
    const names = sections.flatMap(({ section, hidden }) => (hidden ? [section] : []));
    return new Set(names.map((name) => COPY_FILES.home.path.replace('*', name)));
  } catch {
    return new Set();
  }
}

/** Everything that can be edited. */
export function list(source: CopySource): Questions['list']['answer'] {
  const hidden = hiddenSections(source);
  const fill = fillerOf(source);
  const files = source.files().map((file): Listed => {
    const common = {
      file,
      group: copyFileOf(file)?.group ?? '',
      free: isFree(file),
      ...(hidden.has(file) && { hidden: true as const }),
    };
    try {
      const { title, data, form, page } = entry(source, file);
      const { figures } = data;
      const uses = [...namesIn(JSON.stringify(data)), ...(Array.isArray(figures) ? figures.map(String) : [])];
      return { ...common, title, ...(page !== undefined && { page }), texts: textsIn(data, form, fill), uses };
    } catch {
      // A file damaged by hand must not block the others, however it is. Opening it reports what is wrong.
      return { ...common, title: asWords(nameOf(file)), texts: [], uses: [] };
    }
  });
  const folders = [...COPY_FOLDERS].map(([folder, { kind, extension }]) => ({
    folder,
    group: kind.group,
    form: formOf(`${folder}new${extension}`),
    text: showsText(kind, {}) !== false,
  }));
  const elements = Object.entries(TEXT_ELEMENTS).map(([name, { use, example, isBlock }]) => ({
    name,
    use,
    example,
    isBlock,
  }));
  return { files, folders, elements };
}
