import type { ReactNode } from 'react';
import type { Field } from '../../core/field.ts';
import type { Path } from '../../protocol.ts';
import { fieldId, useScope } from './scope.ts';

/** The attributes that connect a control to its label, hint and mistakes. */
interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A field, and the path of its value. */
export interface FieldProps<Kind extends Field = Field> {
  field: Kind;
  path: Path;
}

/** The mistakes at a path, for `aria-describedby`. */
export function Mistakes({ path }: { path: Path }) {
  const mistakes = useScope().mistakesAt(path);
  if (mistakes.length === 0) return null;
  return (
    <p className="mistake" id={`${fieldId(path)}:mistake`}>
      {mistakes.join(' ')}
    </p>
  );
}

/** What a field is for, from the schema. */
export function Hint({ field, path }: { field: Field; path: Path }) {
  if (field.hint === undefined) return null;
  return (
    <p className="hint" id={`${fieldId(path)}:hint`}>
      {field.hint}
    </p>
  );
}

/** The ids for a field's `aria-describedby`. */
export function useDescription({ field, path }: FieldProps, further: readonly string[] = []): string | undefined {
  const mistaken = useScope().mistakesAt(path).length > 0;
  const id = fieldId(path);
  const ids = [field.hint !== undefined && `${id}:hint`, mistaken && `${id}:mistake`, ...further].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** The button that removes an optional field. */
function Absence({ field, path }: FieldProps) {
  const { make } = useScope();
  if (!field.optional) return null;
  return (
    <button
      type="button"
      className="link"
      aria-label={`Remove ${field.label}`}
      onClick={() => make({ do: 'remove', path })}
    >
      Remove
    </button>
  );
}

/**
 * The frame of a control with one value: label, hint, mistakes.
 *
 * @param further ids of additional descriptions
 */
export function Frame({
  field,
  path,
  further,
  below,
  children,
}: FieldProps & { further?: readonly string[]; below?: ReactNode; children: (control: ControlProps) => ReactNode }) {
  const id = fieldId(path);
  const mistaken = useScope().mistakesAt(path).length > 0;
  const described = useDescription({ field, path }, further);
  return (
    <div className="field">
      <div className="label-line">
        <label htmlFor={id}>{field.label}</label>
        <Absence field={field} path={path} />
      </div>
      <Hint field={field} path={path} />
      <Mistakes path={path} />
      {children({
        id,
        className: 'control',
        'aria-invalid': mistaken ? true : undefined,
        'aria-describedby': described,
      })}
      {below}
    </div>
  );
}

/**
 * The frame of a field that contains others.
 *
 * @param shared whether a control in it has the same path; then that control gets the id and the mistakes
 */
export function Fieldset({
  field,
  path,
  children,
  note,
  shared = false,
}: FieldProps & { children: ReactNode; note?: ReactNode; shared?: boolean }) {
  const described = useDescription({ field, path });
  const own = shared ? {} : { id: fieldId(path), tabIndex: -1, 'aria-describedby': described };
  return (
    <fieldset className="fieldset" {...own}>
      <legend>{field.label}</legend>
      {note}
      <Absence field={field} path={path} />
      {!shared && (
        <>
          <Hint field={field} path={path} />
          <Mistakes path={path} />
        </>
      )}
      {children}
    </fieldset>
  );
}
