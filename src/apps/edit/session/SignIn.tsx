import company from 'copy:company';
import { useEffect, type ReactNode } from 'react';
import { SignInPage } from '../../SignInPage.tsx';
import { CODE_HOST, hasApp } from '../settings.ts';
import { closeAfterNext } from '../tabs.ts';
import { AppButton } from './AppButton.tsx';
import { Lacking } from './Lacking.tsx';
import { signOut, type Phase } from './session.ts';
import { TokenForm } from './TokenForm.tsx';

type Outside = Exclude<Phase, { at: 'in' }>;

/** How near the two arches are: they meet when somebody is in. */
const MET: Record<Outside['at'], number> = { starting: 0, out: 0, lacking: 0.6, elsewhere: 1 };

/** Everything before the editor. */
export function SignIn({ phase }: { phase: Outside }) {
  return (
    <SignInPage name="Edit" title={`Edit – ${company.name}`} met={MET[phase.at]}>
      <Step phase={phase} />
    </SignInPage>
  );
}

function Step({ phase }: { phase: Outside }): ReactNode {
  switch (phase.at) {
    case 'starting':
      return (
        <p className="wrap py-12 text-soft" role="status">
          One moment …
        </p>
      );
    case 'elsewhere':
      return <Elsewhere />;
    case 'lacking':
      return <Lacking account={phase.account} />;
    case 'out':
      return <Out said={phase.said} why={phase.why} />;
  }
}

function Out({ said, why }: { said: string | undefined; why: string | undefined }) {
  return (
    <div className="wrap grid gap-10 py-12">
      <div className="grid max-w-prose gap-4 empty:hidden">
        <p className="text-lg">
          Change the words of this site here, and propose your changes. Nothing is public until somebody has reviewed
          it.
        </p>
        <div role="status">{said !== undefined && <p className="notice">{said}</p>}</div>
        <div role="alert">{why !== undefined && <p className="notice notice-error">{why}</p>}</div>
        {hasApp && <AppButton />}
      </div>
      <TokenForm />
    </div>
  );
}

/** After a click in a preview, if another tab is signed in. */
function Elsewhere() {
  useEffect(() => closeAfterNext(), []);
  return (
    <div className="wrap py-12">
      <div className="grid max-w-prose justify-items-start gap-4" role="status">
        <h2 className="text-2xl">Opened in your other tab</h2>
        <p>
          You are signed in to {CODE_HOST.repository} in another tab, and the text is open there now. Switch to that
          tab; you can close this one.
        </p>
        <button type="button" className="button button-quiet" onClick={() => signOut({})}>
          Sign in here instead
        </button>
      </div>
    </div>
  );
}
