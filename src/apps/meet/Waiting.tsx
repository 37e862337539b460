import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { halfDisc } from '../../brand/arch.ts';
import { $call, meeting } from './meeting.ts';
import { Screen } from './Screen.tsx';
import { $visit } from './visit.ts';
import { fill, timeOf } from './words.ts';

/** Two half discs that come together: one waits for the other. */
const Meeting = () => (
  <svg className="meet-drawing inks" viewBox="0 0 120 44" aria-hidden="true">
    <path className="campus" d={halfDisc(10, 66, 42)} />
    <path className="company" d={halfDisc(54, 110, 42)} />
    <path className="both deck" d="M0 42h120v2H0z" />
  </svg>
);

/** From the door into the call: loading, joining, and waiting to be let in. */
export function Waiting() {
  const { phase, attempt } = useStore($call);
  const visit = useStore($visit);
  const knocks = phase === 'knocking';
  const loading = attempt > 1 ? fill(copy.joining.attempt, { attempt }) : copy.joining.loading;
  const startsAt = visit.at === 'open' ? visit.answer.startsAt : undefined;
  return (
    <Screen key={knocks ? 1 : 0} title={knocks ? copy.knocking.title : copy.joining.joining} aside={<Meeting />}>
      <div role="status">
        <p>{knocks ? copy.knocking.text : phase === 'loading' && loading}</p>
        {knocks && startsAt !== undefined && Date.parse(startsAt) > Date.now() && (
          <p>{fill(copy.knocking.begins, { when: timeOf(startsAt) })}</p>
        )}
      </div>
      <button type="button" className="button button-quiet" onClick={() => meeting.leave()}>
        {knocks ? copy.knocking.leave : copy.joining.cancel}
      </button>
    </Screen>
  );
}
