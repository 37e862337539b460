import type { ComponentProps, ReactNode } from 'react';
import type { FieldCopy } from '../../schemas/form.ts';
import { fieldId } from './field-id.ts';
import type { FormState } from './use-form.ts';

export interface FieldProps {
  form: Pick<FormState, 'name' | 'problems'>;
  name: string;
  copy: Pick<FieldCopy, 'label' | 'hint'>;
  /** Behind the label of a field that may stay empty. */
  optional?: string | undefined;
}

/** What a control needs to be tied to its label, its hint and its mistake. */
export interface ControlProps {
  id: string;
  name: string;
  className: string;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/**
 * The frame of a control. Label, hint and mistake stand above it, where neither a keyboard on screen nor an autofill
 * menu covers them.
 *
 * @param further ids of more that describes the control
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
      <label htmlFor={id}>
        {/* One text: a blank of its own is left out of the control's name. */}
        {optional ? `${label} ` : label}
        {optional && <span className="optional">{optional}</span>}
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
 * What a choice or a date says of itself while nothing is known to be wrong: an empty one that is required is otherwise
 * told by Chromium to be invalid from the start.
 */
export const saidInvalid = ({ 'aria-invalid': invalid }: ControlProps): boolean => invalid ?? false;

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'date';
  /** Makes it a text area of so many rows. */
  rows?: number;
  autoComplete?: ComponentProps<'input'>['autoComplete'];
  /** Gets the focus when its dialog opens. */
  autoFocus?: boolean;
  min?: string | undefined;
  max?: string | undefined;
}

/** In the browser React focuses the control in the place of the attribute, which is what showModal() looks for. */
const markAutoFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

/** A labelled text. No maxlength: it would cut off a pasted text without a word. */
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
