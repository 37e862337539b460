import type { Field, UnionField as Union } from '../../core/field.ts';
import { variantOf } from '../../core/variant.ts';
import { valueAt } from '../../core/values.ts';
import { asVariant } from '../initial-value.ts';
import { FieldView, GroupFields } from './FieldView.tsx';
import { Fieldset, type FieldProps } from './Frame.tsx';
import { fieldId, useScope } from './scope.ts';

/** The choice of a variant, and its fields. */
export function UnionField({ field, path }: FieldProps<Union>) {
  const { data } = useScope();
  const variant = variantOf(field, valueAt(data, path) ?? null);
  if (!variant) return null;
  return (
    <Fieldset field={field} path={path} shared={variant.kind !== 'group'}>
      <VariantChoice field={field} path={path} variant={variant} />
      {variant.kind === 'group' ? (
        <GroupFields fields={variant.fields} path={path} />
      ) : (
        <FieldView field={variant} path={path} />
      )}
    </Fieldset>
  );
}

/** Switches to another variant and keeps the fields that both have. */
function VariantChoice({ field, path, variant }: FieldProps<Union> & { variant: Field }) {
  const { data, make } = useScope();
  const id = `${fieldId(path)}:kind`;
  return (
    <div className="field">
      <label htmlFor={id}>Kind</label>
      <select
        id={id}
        className="control"
        value={field.variants.indexOf(variant)}
        onChange={({ target }) => {
          const chosen = field.variants[Number(target.value)];
          if (chosen) make({ do: 'set', path, value: asVariant(chosen, valueAt(data, path)) });
        }}
      >
        {field.variants.map(({ label }, index) => (
          <option key={index} value={index}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
