import { useState } from 'react';
import { Button } from '../shell/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { codeOf, isCode } from './next-step.ts';
import { giveCode, signOut } from './session.ts';
import { StepForm } from './StepForm.tsx';

/** The second factor: the code that the app on the phone shows. */
export function CodeStep({ factorId }: { factorId: string }) {
  const [isWrong, setWrong] = useState(false);
  return (
    <StepForm
      title="Enter your code"
      submit="Continue"
      submitting="Checking …"
      onSubmit={({ code = '' }) => {
        setWrong(!isCode(codeOf(code)));
        return isCode(codeOf(code)) ? giveCode(factorId, codeOf(code)) : null;
      }}
      further={
        <Button quiet onClick={() => void signOut('local')}>
          Cancel
        </Button>
      }
    >
      <CodeField isWrong={isWrong} hint="Open the app on your phone that you set up for the desk." />
    </StepForm>
  );
}
