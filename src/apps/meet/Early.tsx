import copy from 'copy:meeting';
import { useEffect, useState } from 'react';
import { Appointment } from './Appointment.tsx';
import { Drawing } from './Drawing.tsx';
import { Screen } from './Screen.tsx';
import { speak } from '../spoken.ts';
import type { Early as EarlyAnswer } from './visit.ts';
import { clock, inWords } from './format.ts';

/** From here on, every second counts. */
const LAST_HOUR = 60 * 60;

/** Before the room opens. visit.ts looks again when it does. */
export function Early({ answer: { startsAt, opensAt } }: { answer: EarlyAnswer }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => {
      clearInterval(timer);
      if (Date.now() >= Date.parse(opensAt)) speak(copy.early.opened);
    };
  }, [opensAt]);
  const seconds = Math.ceil((Date.parse(opensAt) - now) / 1000);
  return (
    <Screen title={copy.early.title} aside={<Drawing state="apart" />}>
      <div>
        <p className="text-soft">{copy.early.opens}</p>
        <p role="timer" className="countdown">
          {seconds < LAST_HOUR ? clock(seconds) : inWords(seconds)}
        </p>
      </div>
      <Appointment startsAt={startsAt} />
      <p>{copy.early.text}</p>
    </Screen>
  );
}
