import { Field } from '../shell/Field.tsx';

/** The field of a six-digit code. */
export const CodeField = ({ isWrong, hint }: { isWrong: boolean; hint: string }) => (
  <Field
    form="second-factor"
    name="code"
    label="Six-digit code"
    hint={hint}
    problem={isWrong ? 'Enter the six digits that the app shows.' : undefined}
  >
    {(control) => (
      <input
        {...control}
        className="control code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        // Six digits with a blank between them, as some apps show them.
        maxLength={8}
      />
    )}
  </Field>
);
