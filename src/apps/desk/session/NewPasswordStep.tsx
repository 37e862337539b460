import { useState } from 'react';
import { Button } from '../shell/Button.tsx';
import { Field } from '../shell/Field.tsx';
import { passwordProblems, SHORTEST_PASSWORD } from './next-step.ts';
import { choosePassword, signOut } from './session.ts';
import { StepForm } from './StepForm.tsx';

/** Replaces the password that an administrator or a program chose: nobody else may know it. */
export function NewPasswordStep() {
  const [problems, setProblems] = useState<ReturnType<typeof passwordProblems>>({});
  return (
    <StepForm
      title="Choose your own password"
      submit="Use this password"
      submitting="Storing it …"
      onSubmit={({ password = '', again = '' }) => {
        const found = passwordProblems(password, again);
        setProblems(found);
        return Object.keys(found).length > 0 ? null : choosePassword(password);
      }}
      further={
        <Button quiet onClick={() => void signOut('local')}>
          Sign out
        </Button>
      }
    >
      <p className="max-w-prose text-soft">
        The one you signed in with was chosen by somebody else. From now on, only you should know it.
      </p>
      <Field
        form="new-password"
        name="password"
        label="New password"
        hint={`At least ${SHORTEST_PASSWORD} characters. Four random words are easy to remember and hard to guess.`}
        problem={problems.password}
      >
        {(control) => <input {...control} type="password" autoComplete="new-password" autoFocus />}
      </Field>
      <Field form="new-password" name="again" label="New password again" problem={problems.again}>
        {(control) => <input {...control} type="password" autoComplete="new-password" />}
      </Field>
    </StepForm>
  );
}
