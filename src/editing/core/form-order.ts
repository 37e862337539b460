import type { Path } from '../protocol.ts';
import type { Field } from './field.ts';
import { type Data, valueAt } from './values.ts';
import { fieldWithin, variantOf } from './variant.ts';
import type { FieldOrder } from './yaml-text.ts';

/** The field of a form for a path, if there is one. For a union, the variant that the value has. */
function fieldAt(form: Field, data: Data, path: Path): Field | undefined {
  let field: Field | undefined = form;
  for (const [depth, part] of path.entries())
    field = field && fieldWithin(field, valueAt(data, path.slice(0, depth)) ?? null, part);
  return field?.kind === 'union' ? variantOf(field, valueAt(data, path) ?? null) : field;
}

/** How fields are written, by their form. Without a form, new fields go last. */
export const orderOf = (form: Field | undefined): FieldOrder => ({
  keyOrder(data, path) {
    const field = form && fieldAt(form, data, path);
    return field?.kind === 'group' ? Object.keys(field.fields) : [];
  },
  isDay: (data, path) => (form && fieldAt(form, data, path))?.kind === 'day',
});
