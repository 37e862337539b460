import type { Field, UnionField } from '../core/field.ts';
import type { Value } from '../protocol.ts';
import { firstText } from './values.ts';

const today = () => new Date().toLocaleDateString('sv');

/** The value of a newly added field: its required fields, as empty as possible. */
export function initialValue(field: Field): Value {
  switch (field.kind) {
    case 'text':
    case 'picture':
    case 'reference':
      return '';
    case 'number':
      return field.least ?? 0;
    case 'switch':
      return false;
    case 'choice':
      return field.options[0] ?? '';
    case 'fixed':
      return field.value;
    case 'day':
      return today();
    case 'map':
      return {};
    case 'list':
      return Array.from({ length: field.least ?? 0 }, () => initialValue(field.items));
    case 'union':
      return field.variants[0] ? initialValue(field.variants[0]) : null;
    case 'group':
      return Object.fromEntries(
        Object.entries(field.fields)
          .filter(([, inner]) => !inner.optional)
          .map(([key, inner]) => [key, initialValue(inner)]),
      );
  }
}

/** Converts a value to another variant of a union, and keeps the fields that both have, such as a button's label. */
export function asVariant(variant: UnionField['variants'][number], value: Value | undefined): Value {
  const fresh = initialValue(variant);
  if (variant.kind === 'text') return firstText(value);
  if (variant.kind !== 'group' || typeof fresh !== 'object' || fresh === null || Array.isArray(fresh)) return fresh;
  if (typeof value === 'string') {
    const first = Object.entries(variant.fields).find(([, inner]) => inner.kind === 'text');
    return first ? { ...fresh, [first[0]]: value } : fresh;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fresh;
  const kept = Object.entries(value).filter(
    ([key]) => Object.hasOwn(variant.fields, key) && variant.fields[key]?.kind !== 'fixed',
  );
  return { ...fresh, ...Object.fromEntries(kept) };
}
