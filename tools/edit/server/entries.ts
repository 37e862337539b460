import { loadCopy } from '../../../src/build/load-copy.ts';
import { readSite } from '../../../src/build/integrations/site-copy.ts';
import { fillPlaceholders } from '../../../src/schemas/copy.ts';
import {
  COPY_FILES,
  COPY_FOLDERS,
  copyFileOf,
  isFree,
  nameOf,
  pageOf,
  showsText,
} from '../../../src/schemas/copy-files.ts';
import type { Field } from '../../../src/editing/core/field.ts';
import { formOfFile } from '../../../src/editing/core/file-form.ts';
import { namesIn } from '../../../src/editing/core/names-in.ts';
import { fieldWithin } from '../../../src/editing/core/variant.ts';
import { read } from '../../../src/editing/core/write.ts';
import { editSession } from '../page/session.ts';
import { TEXT, type Entry, type Listed, type Path, type Questions, type Value } from '../../../src/editing/protocol.ts';
import { TEXT_ELEMENTS } from '../../../src/schemas/text-elements.ts';
import { copyFilesOnDisk, hashOf, readCopyFile } from './disk.ts';
import { QuestionError } from './question-error.ts';

/** A value with the company's name and figures filled in; unchanged while content/site.yaml is invalid. */
function filled<T>(value: T): T {
  try {
    return fillPlaceholders(value, readSite(editSession().root));
  } catch {
    return value;
  }
}

const TITLE_FIELDS = ['title', 'heading', 'label', 'name', 'subject'];

/** `40-sign-off` as words. */
const asWords = (name: string) => {
  const words = name.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The title of a file: the first of its fields that names it, or its file name. */
export function titleOf(file: string, data: Readonly<Record<string, unknown>>): string {
  const kind = copyFileOf(file);
  if (!isFree(file) && kind?.group !== 'Pages') return kind?.title ?? asWords(nameOf(file));
  const title = TITLE_FIELDS.map((field) => data[field]).find((value) => typeof value === 'string');
  return filled(title ?? asWords(nameOf(file)));
}

/** The form of a file. */
export function formOf(file: string): Field {
  const form = formOfFile(file);
  if (!form) throw new QuestionError(`${file} is not a content file: nothing on the site shows it.`, 403);
  return form;
}

/** The entry for a copy file with this source. */
export function entryOf(file: string, source: string): Entry {
  const { [TEXT]: text, ...fields } = read(source, file.endsWith('.mdx')).data;
  const kind = copyFileOf(file);
  const shows = kind !== undefined && showsText(kind, fields) !== false;
  const data = text !== undefined && shows ? { ...fields, [TEXT]: text } : fields;
  const page = pageOf(file, data);
  return {
    file,
    title: titleOf(file, data),
    hash: hashOf(source),
    data,
    form: formOf(file),
    ...(page !== undefined && { page }),
  };
}

/**
 * A copy file as it is on disk.
 *
 * @throws QuestionError if there is none
 */
export function entry(file: string): Entry {
  const source = readCopyFile(file);
  if (source === null) throw new QuestionError(`${file} no longer exists. Someone has removed or renamed it.`, 404);
  return entryOf(file, source);
}

/** All texts within a value, with their paths. */
function textsIn(value: Value, field: Field | undefined, path: Path, where: readonly string[]): Listed['texts'] {
  if (typeof value === 'string') {
    const text = field?.kind === 'union' ? field.variants.find(({ kind }) => kind === 'text') : field;
    const isText = path[0] === TEXT || text?.kind === 'text';
    return isText ? [{ path, where: where.join(' › '), text: filled(value) }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, Value][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => {
    const within = field && fieldWithin(field, value, key);
    const name = typeof key === 'number' ? String(key + 1) : key === TEXT ? 'Text' : (within?.label ?? key);
    return textsIn(inner, within, [...path, key], [...where, name]);
  });
}

/** The files of the home page's sections that are hidden; none while the order is invalid. */
function hiddenSections(): Set<string> {
  try {
    const { sections } = loadCopy('homeOrder', editSession().root).data;
    const names = sections.flatMap(({ section, hidden }) => (hidden ? [section] : []));
    return new Set(names.map((name) => COPY_FILES.home.path.replace('*', name)));
  } catch {
    return new Set();
  }
}

/** Everything that can be edited. */
export function list(): Questions['list']['answer'] {
  const hidden = hiddenSections();
  const files = copyFilesOnDisk().map((file): Listed => {
    const common = {
      file,
      group: copyFileOf(file)?.group ?? '',
      free: isFree(file),
      ...(hidden.has(file) && { hidden: true as const }),
    };
    try {
      const { title, data, form, page } = entry(file);
      const { figures } = data;
      const uses = [...namesIn(JSON.stringify(data)), ...(Array.isArray(figures) ? figures.map(String) : [])];
      return { ...common, title, ...(page !== undefined && { page }), texts: textsIn(data, form, [], []), uses };
    } catch {
      // A file damaged by hand must not block the others, however it is. Opening it reports what is wrong.
      return { ...common, title: asWords(nameOf(file)), texts: [], uses: [] };
    }
  });
  const folders = [...COPY_FOLDERS].map(([folder, { kind, extension }]) => ({
    folder,
    group: kind.group,
    form: formOf(`${folder}new${extension}`),
  }));
  const elements = Object.entries(TEXT_ELEMENTS).map(([name, { use, example, isBlock }]) => ({
    name,
    use,
    example,
    isBlock,
  }));
  return { files, folders, elements };
}
