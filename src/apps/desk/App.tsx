import { useStore } from '@nanostores/react';
import { Toasts } from '../../islands/toasts/Toasts.tsx';
import { $phase } from './session/session.ts';
import { SignIn } from './session/SignIn.tsx';
import { Desk } from './shell/Desk.tsx';
import { $spoken } from './shell/spoken.ts';

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

/** What only screen readers announce. */
function Spoken() {
  const { text, at } = useStore($spoken);
  return (
    <div role="status" className="visually-hidden">
      <span key={at}>{text}</span>
    </div>
  );
}
