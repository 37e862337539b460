import company from 'copy:company';
import type { ReactNode } from 'react';
import { SignInPage } from '../../SignInPage.tsx';
import { Button } from '../shell/Button.tsx';
import { CodeStep } from './CodeStep.tsx';
import { FactorStep } from './FactorStep.tsx';
import { NewPasswordStep } from './NewPasswordStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { advance, signOut, type Phase } from './session.ts';

type Outside = Exclude<Phase, { step: 'in' }>;

/** How near the two arches are: they meet when both factors are given. */
const MET: Record<Outside['step'], number> = {
  starting: 0,
  impossible: 0,
  stuck: 0,
  password: 0,
  'new-password': 0.4,
  factor: 0.7,
  code: 0.7,
};

/** Everything before the desk: the two factors, and what prevents them. */
export function SignIn({ phase }: { phase: Outside }) {
  return (
    <SignInPage name="The desk" title={`Sign in – ${company.name} desk`} met={MET[phase.step]}>
      <div className="wrap steps grid gap-12 py-12">
        <div className="step">
          <Step phase={phase} />
        </div>
        <Help />
      </div>
    </SignInPage>
  );
}

function Step({ phase }: { phase: Outside }): ReactNode {
  switch (phase.step) {
    case 'starting':
      return <p className="text-soft">One moment …</p>;
    case 'impossible':
      return <p className="notice notice-error">{phase.why}</p>;
    case 'stuck':
      return (
        <div className="grid justify-items-start gap-4">
          <p className="notice notice-error" role="alert">
            {phase.why}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void advance()}>Try again</Button>
            <Button quiet onClick={() => void signOut('local')}>
              Sign out
            </Button>
          </div>
        </div>
      );
    case 'password':
      return <PasswordStep said={phase.said} />;
    case 'new-password':
      return <NewPasswordStep />;
    case 'factor':
      return <FactorStep factor={phase.factor} />;
    case 'code':
      return <CodeStep factorId={phase.factorId} />;
  }
}

const Help = () => (
  <aside className="grid max-w-prose content-start gap-3 text-sm text-soft" aria-label="Help">
    <p>The desk is for staff. You need an address with a password, and an app on your phone that shows codes.</p>
    <p>
      There is no sign-up. An administrator creates accounts. If you have lost your password or your phone, an
      administrator can reset it.
    </p>
  </aside>
);
