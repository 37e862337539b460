import { useState } from 'react';
import { EMAIL_PATTERN } from '../../../backend/text-rules.ts';
import { Field } from '../shell/Field.tsx';
import { signIn } from './session.ts';
import { StepForm } from './StepForm.tsx';

/** The first factor: the address and the password. */
export function PasswordStep({ said }: { said: string | undefined }) {
  const [problems, setProblems] = useState<{ email?: string; password?: string }>({});
  return (
    <StepForm
      title="Sign in"
      said={said}
      submit="Sign in"
      submitting="Signing in …"
      onSubmit={({ email = '', password = '' }) => {
        const address = email.trim();
        const found = {
          ...(!EMAIL_PATTERN.test(address) && { email: 'Enter your email address in the form name@example.com.' }),
          ...(password === '' && { password: 'Enter your password.' }),
        };
        setProblems(found);
        return Object.keys(found).length > 0 ? null : signIn(address, password);
      }}
    >
      <Field form="sign-in" name="email" label="Email" problem={problems.email}>
        {(control) => <input {...control} type="email" autoComplete="username" autoFocus spellCheck={false} />}
      </Field>
      <Field form="sign-in" name="password" label="Password" problem={problems.password}>
        {(control) => <input {...control} type="password" autoComplete="current-password" />}
      </Field>
    </StepForm>
  );
}
