import { copyFileOf } from '../../schemas/copy-files.ts';
import type { Field } from './field.ts';
import { formOf } from './form.ts';

const made = new Map<string, Field>();

/**
 * The form of a copy file.
 *
 * @param file relative to the project folder
 * @returns undefined for a file without a schema
 */
export function formOfFile(file: string): Field | undefined {
  const kind = copyFileOf(file);
  if (!kind) return undefined;
  const form = made.get(kind.path) ?? formOf(kind.schema, kind.path);
  made.set(kind.path, form);
  return form;
}
