import type { Field } from '../../core/field.ts';
import { valueAt } from '../../core/values.ts';
import type { Path } from '../../protocol.ts';
import { initialValue } from '../initial-value.ts';
import { focusFirstIn, focusSoon } from '../shadow.ts';
import { ChoiceField, DayField, NumberField, ReferenceField, SwitchField } from './simple.tsx';
import { Fieldset, Hint, Mistakes, type FieldProps } from './Frame.tsx';
import { ListField } from './ListField.tsx';
import { MapField } from './MapField.tsx';
import { PictureField } from './PictureField.tsx';
import { fieldId, useScope } from './scope.ts';
import { TextField } from './TextField.tsx';
import { UnionField } from './UnionField.tsx';

/** A field of any kind; for an absent optional field, a button that adds it. */
export function FieldView({ field, path }: FieldProps) {
  const { data } = useScope();
  const value = valueAt(data, path);
  if (field.kind === 'fixed') return null;
  if (value === undefined && field.optional) return <Absent field={field} path={path} />;
  if (value === null && field.nullable) return <Emptied field={field} path={path} />;
  return (
    <>
      <Control field={field} path={path} />
      {field.nullable && <Emptied field={field} path={path} />}
    </>
  );
}

function Control({ field, path }: FieldProps) {
  switch (field.kind) {
    case 'text':
      return <TextField field={field} path={path} />;
    case 'number':
      return <NumberField field={field} path={path} />;
    case 'switch':
      return <SwitchField field={field} path={path} />;
    case 'choice':
      return <ChoiceField field={field} path={path} />;
    case 'day':
      return <DayField field={field} path={path} />;
    case 'reference':
      return <ReferenceField field={field} path={path} />;
    case 'picture':
      return <PictureField field={field} path={path} />;
    case 'list':
      return <ListField field={field} path={path} />;
    case 'map':
      return <MapField field={field} path={path} />;
    case 'union':
      return <UnionField field={field} path={path} />;
    case 'group':
      return (
        <Fieldset field={field} path={path}>
          <GroupFields fields={field.fields} path={path} />
        </Fieldset>
      );
    case 'fixed':
      return null;
  }
}

/** The fields of a group, in the order of the schema. */
export function GroupFields({ fields, path }: { fields: Readonly<Record<string, Field>>; path: Path }) {
  return Object.entries(fields).map(([key, field]) => <FieldView key={key} field={field} path={[...path, key]} />);
}

function Absent({ field, path }: FieldProps) {
  const { make } = useScope();
  const add = () => {
    make({ do: 'set', path, value: initialValue(field) });
    if (field.kind === 'list' || field.kind === 'group' || field.kind === 'union') focusFirstIn(fieldId(path));
    else focusSoon(fieldId(path));
  };
  return (
    <div className="field absent">
      <button type="button" className="button quiet" id={fieldId(path)} onClick={add}>
        {`Add: ${field.label}`}
      </button>
      <Hint field={field} path={path} />
      <Mistakes path={path} />
    </div>
  );
}

/** The checkbox that sets a nullable field to null. */
function Emptied({ field, path }: FieldProps) {
  const { data, make } = useScope();
  const empty = valueAt(data, path) === null;
  const id = `${fieldId(path)}:empty`;
  return (
    <div className="field switch">
      <input
        type="checkbox"
        id={id}
        checked={empty}
        onChange={() => make({ do: 'set', path, value: empty ? initialValue(field) : null })}
      />
      <label htmlFor={id}>{`${field.label}: empty`}</label>
      {empty && <Mistakes path={path} />}
    </div>
  );
}
