import { useState } from 'react';
import { zoneName } from '../../../islands/demo-booking/slots.ts';
import { saidInvalid } from '../../../islands/form/Field.tsx';
import { Field } from '../shell/Field.tsx';
import { exactly, inZone, viewerZone } from '../time.ts';
import { toInstant, toWallTime, type WallTime } from './booking-time.ts';

interface Props extends WallTime {
  /** The visitor's time zone. */
  zone: string;
  problem: { field?: string; text?: string };
  onChange: (changed: Partial<WallTime>) => void;
}

/** A day and a time where we are, and what they mean where the visitor is. */
export function BookingTime({ date, time, zone, problem, onChange }: Props) {
  const instant = toInstant({ date, time });
  const [today] = useState(() => toWallTime(new Date().toISOString()).date);
  const theirs = instant && inZone(instant, zone);
  return (
    <div className="grid gap-2">
      <div className="pair">
        <Field form="booking" name="date" label="Day" problem={problem.field === 'date' ? problem.text : undefined}>
          {(control) => (
            <input
              {...control}
              aria-invalid={saidInvalid(control)}
              type="date"
              min={today}
              value={date}
              onChange={({ target }) => onChange({ date: target.value })}
            />
          )}
        </Field>
        <Field form="booking" name="time" label="Time" problem={problem.field === 'time' ? problem.text : undefined}>
          {(control) => (
            <input
              {...control}
              aria-invalid={saidInvalid(control)}
              type="time"
              value={time}
              onChange={({ target }) => onChange({ time: target.value })}
            />
          )}
        </Field>
      </div>
      <p className="hint">In your time zone, {zoneName(viewerZone())}.</p>
      {instant && (
        <p className="text-sm" role="status">
          {exactly(instant)}
          <br />
          <span className="text-soft">
            {theirs ? `For the visitor: ${theirs}` : 'The visitor’s time zone is unknown.'}
          </span>
        </p>
      )}
    </div>
  );
}
