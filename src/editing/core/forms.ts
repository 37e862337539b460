import { COPY_SCHEMAS, schemaPath } from '../../schemas/copy-schemas.ts';
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
  const path = schemaPath(file);
  const schema = path === undefined ? undefined : COPY_SCHEMAS[path];
  if (path === undefined || !schema) return undefined;
  const form = made.get(path) ?? formOf(schema, path);
  made.set(path, form);
  return form;
}
