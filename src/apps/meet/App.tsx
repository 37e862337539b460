import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { Call } from './call/Call.tsx';
import { Door } from './door/Door.tsx';
import { Early } from './Early.tsx';
import { Ended } from './Ended.tsx';
import { $call } from './meeting.ts';
import { Screen, WithAddress } from './Screen.tsx';
import { Spoken } from '../Spoken.tsx';
import { $returning, $visit, look, type Instead } from './visit.ts';
import { Waiting } from './Waiting.tsx';

/** The video room. */
export function App() {
  return (
    <>
      <Current />
      <Spoken />
    </>
  );
}

/** What the visitor sees now: where the call is decides, and before it what is behind the link. */
function Current() {
  const { phase } = useStore($call);
  const visit = useStore($visit);
  const isReturning = useStore($returning);
  switch (phase) {
    case 'loading':
    case 'joining':
    case 'knocking':
      return <Waiting />;
    case 'in-call':
    case 'reconnecting':
      return <Call />;
    case 'ended':
      if (!isReturning) return <Ended />;
  }
  if (visit.at === 'checking') return <Checking />;
  if (visit.at === 'early') return <Early answer={visit.answer} />;
  return visit.at === 'open' ? <Door answer={visit.answer} /> : <InsteadOfDoor at={visit.at} key={visit.at} />;
}

const Checking = () => (
  <div className="meet-screen">
    <p role="status" className="m-auto text-lg text-soft">
      {copy.checking}
    </p>
  </div>
);

/** Why there is no door. */
function InsteadOfDoor({ at }: { at: Instead }) {
  const { title, text } = copy.instead[at];
  return (
    <Screen title={title}>
      <WithAddress text={text} />
      {(at === 'unreachable' || at === 'too-many') && (
        <button type="button" className="button" onClick={() => void look()}>
          {copy.again}
        </button>
      )}
    </Screen>
  );
}
