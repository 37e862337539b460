import { TEXT, type Value } from '../protocol.ts';
import type { Field, UnionField } from './field.ts';

function fits(field: Field, value: Value): boolean {
  switch (field.kind) {
    case 'fixed':
      return field.value === value;
    case 'choice':
      return typeof value === 'string' && field.options.includes(value);
    case 'number':
      return typeof value === 'number';
    case 'switch':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'group':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && holds(field, value);
    case 'union':
      return field.variants.some((variant) => fits(variant, value));
    default:
      return typeof value === 'string';
  }
}

/** A variant is recognized by its fixed values and field names only: texts may be invalid while they are typed. */
function holds(field: Field, value: Readonly<Record<string, Value>>): boolean {
  if (field.kind !== 'group') return true;
  return (
    Object.keys(value).every((key) => key === TEXT || Object.hasOwn(field.fields, key)) &&
    Object.entries(field.fields).every(([key, inner]) => {
      const own = value[key];
      if (own === undefined) return inner.optional === true;
      return inner.kind !== 'fixed' || inner.value === own;
    })
  );
}

/** The variant of a union that a value has; the first one if none fits. */
export const variantOf = (union: UnionField, value: Value): Field | undefined =>
  union.variants.find((variant) => fits(variant, value)) ?? union.variants[0];

/** The field of a key or index within a value, or undefined where the schema has none. */
export function fieldWithin(field: Field, value: Value, part: string | number): Field | undefined {
  if (field.kind === 'union') {
    const variant = variantOf(field, value);
    return variant && fieldWithin(variant, value, part);
  }
  if (field.kind === 'list') return field.items;
  if (field.kind === 'map') return field.values;
  return field.kind === 'group' && Object.hasOwn(field.fields, part) ? field.fields[part] : undefined;
}
