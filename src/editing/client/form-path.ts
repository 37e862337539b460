import type { Field, ListField } from '../core/field.ts';
import { fieldWithin, variantOf } from '../core/variant.ts';
import { valueAt, type Data } from '../core/values.ts';
import { TEXT, type Path, type Value } from '../protocol.ts';
import { wordsOfPath } from './tokens.ts';

/** A field along a path. */
interface Step {
  field: Field;
  path: Path;
  value: Value | undefined;
}

/** The form field for the text of a file, which is not in the schema. */
export const TEXT_FIELD: ListField = {
  kind: 'list',
  label: 'Text',
  items: { kind: 'text', label: 'Paragraph' },
};

/** The fields along a path, starting with the file's form; undefined if the path does not exist. */
export function stepsTo(form: Field, data: Data, path: Path): Step[] | undefined {
  const steps: Step[] = [{ field: form, path: [], value: data }];
  for (const [depth, part] of path.entries()) {
    const last = steps.at(-1);
    if (!last || last.value === undefined || last.value === null) return undefined;
    const field = depth === 0 && part === TEXT ? TEXT_FIELD : fieldWithin(last.field, last.value, part);
    if (!field) return undefined;
    steps.push({ field, path: path.slice(0, depth + 1), value: valueAt(last.value, [part]) });
  }
  return steps;
}

/** A field, or for a union the variant that its value has. */
export const shapeOf = (field: Field, value: Value | undefined): Field =>
  field.kind === 'union' ? (variantOf(field, value ?? null) ?? field) : field;

/** A path in the labels of its form: `Items › 2 › Title`. */
export function whereOf(form: Field, data: Data, path: Path): string {
  const steps = stepsTo(form, data, path);
  if (!steps) return wordsOfPath(path);
  return path
    .map((part, index) => (typeof part === 'number' ? String(part + 1) : (steps[index + 1]?.field.label ?? part)))
    .join(' › ');
}

/** The innermost list entry at or around a path. */
export function entryAround(
  form: Field,
  data: Data,
  path: Path,
): { list: ListField; path: Path; index: number } | undefined {
  const steps = stepsTo(form, data, path) ?? [];
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const index = path[depth];
    const step = steps[depth];
    const field = step && shapeOf(step.field, step.value);
    if (typeof index === 'number' && field?.kind === 'list') return { list: field, path: path.slice(0, depth), index };
  }
  return undefined;
}
