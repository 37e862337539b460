import type { ComponentProps, ReactNode } from 'react';
import type { FieldCopy } from '../../schemas/form.ts';
import { fieldId } from './field-id.ts';
import type { FormState } from './use-form.ts';

export interface FieldProps {
  form: Pick<FormState, 'name' | 'problems'>;
  name: string;
  copy: Pick<FieldCopy, 'label' | 'hint'>;
  /** The text after the label of an optional field. */
  optional?: string | undefined;
}

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  name: string;
  className: string;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/**
 * The frame of a control. Label, hint and error are above it, where neither an on-screen keyboard nor an autofill menu
 * covers them.
 *
 * @param further ids of additional elements that describe the control
 */
export function FieldFrame({
  form,
  name,
  copy: { label, hint },
  optional,
  further = [],
  children,
}: FieldProps & { further?: readonly string[]; children: (control: ControlProps) => ReactNode }) {
  const id = fieldId(form.name, name);
  const problem = form.problems[name]?.text;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`, ...further].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="font-medium" htmlFor={id}>
        {/* One text node: a separate space is dropped from the control's accessible name. */}
        {optional ? `${label} ` : label}
        {optional && <span className="font-normal text-soft">{optional}</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {children({
        id,
        name,
        className: 'control',
        required: !optional,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
    </div>
  );
}

/**
 * An explicit `aria-invalid` for selects and date fields: without it, Chromium reports a required empty one as invalid
 * from the start.
 */
export const saidInvalid = ({ 'aria-invalid': invalid }: ControlProps): boolean => invalid ?? false;

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'tel' | 'date';
  /** Makes it a text area with this many rows. */
  rows?: number;
  autoComplete?: ComponentProps<'input'>['autoComplete'];
  /** Gets the focus when its dialog opens. */
  autoFocus?: boolean;
  min?: string | undefined;
  max?: string | undefined;
}

/** In the browser, React focuses the control instead of setting the attribute, which showModal() needs. */
const markAutoFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

/** A labeled text field. No maxlength: it would silently truncate pasted text. */
export function TextField({
  form,
  name,
  copy,
  optional,
  rows,
  type = 'text',
  autoFocus,
  ...attributes
}: TextFieldProps) {
  return (
    <FieldFrame form={form} name={name} copy={copy} optional={optional}>
      {(control) =>
        rows ? (
          <textarea {...control} rows={rows} />
        ) : (
          <input
            {...control}
            type={type}
            {...attributes}
            {...(type === 'date' && { 'aria-invalid': saidInvalid(control) })}
            {...(autoFocus && { autoFocus, ref: markAutoFocus })}
          />
        )
      }
    </FieldFrame>
  );
}
