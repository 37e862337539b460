import copy from 'copy:meeting';
import { dayOf, fill, timeOf, zoneOn } from './format.ts';

/** When the call is, in the visitor's time zone. */
export const Appointment = ({ startsAt, endsAt }: { startsAt: string; endsAt?: string }) => (
  <p className="appointment">
    <strong>{dayOf(startsAt)}</strong>,{' '}
    {endsAt ? fill(copy.door.when, { start: timeOf(startsAt), end: timeOf(endsAt) }) : timeOf(startsAt)}
    <br />
    <span className="text-soft">{fill(copy.door.zone, { zone: zoneOn(startsAt) })}</span>
  </p>
);
