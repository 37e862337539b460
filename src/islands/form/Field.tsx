import type { ComponentProps } from 'react';

interface FieldProps {
  name: string;
  label: string;
  /** Behind the label of a field that may stay empty. */
  optional?: string | undefined;
  hint?: string | undefined;
  /** What is wrong with the value, or nothing. */
  problem?: string | undefined;
  type?: 'text' | 'email' | 'tel';
  /** Makes it a text area of so many rows. */
  rows?: number;
  autoComplete?: ComponentProps<'input'>['autoComplete'];
  /** Gets the focus when the dialog opens. */
  autoFocus?: boolean;
}

/** The id of a field's control, for links that lead to it. */
export const fieldId = (name: string) => `consultation-${name}`;

/**
 * A labelled control. Label, hint and mistake stand above it, where neither a keyboard on screen nor an autofill menu
 * covers them. No maxlength: it would cut off a pasted text without a word.
 */
export function Field({
  name,
  label,
  optional,
  hint,
  problem,
  type = 'text',
  rows,
  autoComplete,
  autoFocus,
}: FieldProps) {
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const control = {
    id,
    name,
    className: 'control',
    required: !optional,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
    autoComplete,
    autoFocus,
  } as const;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="optional">{optional}</span>}
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
      {rows ? <textarea {...control} rows={rows} /> : <input {...control} type={type} />}
    </div>
  );
}
