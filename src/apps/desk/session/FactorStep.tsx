import { useState } from 'react';
import { speak } from '../../spoken.ts';
import { Button } from '../shell/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { codeOf, inGroups, isCode } from './next-step.ts';
import { QrCode } from './QrCode.tsx';
import { giveCode, signOut, type NewFactor } from './session.ts';
import { StepForm } from './StepForm.tsx';

/** Sets up the second factor: the app gets a secret, and a code from it shows that it has it. */
export function FactorStep({ factor }: { factor: NewFactor }) {
  const [isWrong, setWrong] = useState(false);
  return (
    <StepForm
      title="Set up your second factor"
      submit="Confirm"
      submitting="Checking …"
      onSubmit={({ code = '' }) => {
        setWrong(!isCode(codeOf(code)));
        return isCode(codeOf(code)) ? giveCode(factor.id, codeOf(code)) : null;
      }}
      further={
        <Button quiet onClick={() => void signOut('local')}>
          Cancel
        </Button>
      }
    >
      <ol className="points-numbered grid gap-4">
        <li>Install an app for codes on your phone if you have none: any authenticator or password manager does.</li>
        <li>
          Scan this picture with it.
          <QrCode text={factor.uri} />
          <Secret secret={factor.secret} />
        </li>
        <li>Type the code that the app shows. From then on, it asks for one at each sign-in.</li>
      </ol>
      <CodeField isWrong={isWrong} hint="It changes every 30 seconds." />
    </StepForm>
  );
}

/** The secret as text, for whoever can't scan. */
function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState<boolean>();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
      speak('Copied');
    } catch {
      setCopied(false);
    }
  }
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>If you can’t scan it, type this key into the app:</p>
      <p className="secret font-bold">{inGroups(secret)}</p>
      <Button quiet small onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy the key'}
      </Button>
      {copied === false && <p className="problem">The browser did not let the page copy it. Select it and copy it.</p>}
    </div>
  );
}
