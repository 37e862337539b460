import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useState } from 'react';
import { Drawing } from './Drawing.tsx';
import { $call, meeting } from './meeting.ts';
import { Screen } from './Screen.tsx';
import { $visit } from './visit.ts';
import { fill, timeOf } from './format.ts';

/** From the door into the call: loading, joining, and waiting to be let in. */
export function Waiting() {
  const { phase, attempt } = useStore($call);
  const visit = useStore($visit);
  const [since] = useState(() => Date.now());
  const knocks = phase === 'knocking';
  const loading = attempt > 1 ? fill(copy.joining.attempt, { attempt }) : copy.joining.loading;
  const startsAt = visit.at === 'open' ? visit.answer.startsAt : undefined;
  return (
    <Screen
      key={knocks ? 1 : 0}
      title={knocks ? copy.knocking.title : copy.joining.joining}
      aside={<Drawing state="meeting" />}
    >
      <div role="status">
        <p>{knocks ? copy.knocking.text : phase === 'loading' && loading}</p>
        {knocks && startsAt !== undefined && Date.parse(startsAt) > since && (
          <p>{fill(copy.knocking.begins, { when: timeOf(startsAt) })}</p>
        )}
      </div>
      <button type="button" className="button button-quiet" onClick={() => meeting.leave()}>
        {knocks ? copy.knocking.leave : copy.joining.cancel}
      </button>
    </Screen>
  );
}
