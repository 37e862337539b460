import { useStore } from '@nanostores/react';
import { Toasts } from '../../islands/toasts/Toasts.tsx';
import { $phase } from './session/session.ts';
import { SignIn } from './session/SignIn.tsx';
import { Desk } from './shell/Desk.tsx';
import { Spoken } from '../Spoken.tsx';

/** The desk: the sign-in, and what is behind it. */
export function App() {
  const phase = useStore($phase);
  return (
    <>
      {phase.step === 'in' ? <Desk user={phase.user} /> : <SignIn phase={phase} />}
      <Spoken />
      <div id="toasts">
        <Toasts active />
      </div>
    </>
  );
}
