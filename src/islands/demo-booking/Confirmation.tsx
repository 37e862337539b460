import { useEffect, useRef, useState } from 'react';
import type { Appointment } from '../../lib/calendar-file.ts';
import type { DemoBookingCopy } from '../../schemas/form.ts';
import { inWords } from './slots.ts';

interface Props {
  copy: DemoBookingCopy['confirmation'];
  appointment: Appointment;
  zone: string;
}

const ATTRIBUTES = ['aria-labelledby', 'aria-describedby'] as const;
const IDS = ['booking-confirmation', 'booking-confirmation-text'] as const;

/** The confirmation of a stored booking, with a calendar file to download. */
export function Confirmation({ copy, appointment, zone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [address, setAddress] = useState<string>();

  useEffect(() => {
    // The form had the focus and is gone.
    heading.current?.focus();
    // The dialog is now labeled by the confirmation instead of the form.
    const dialog = heading.current?.closest('dialog');
    const before = ATTRIBUTES.map((attribute) => dialog?.getAttribute(attribute) ?? '');
    ATTRIBUTES.forEach((attribute, index) => dialog?.setAttribute(attribute, IDS[index] ?? ''));
    let made: string | undefined;
    import('../../lib/calendar-file.ts')
      .then(({ calendarFile }) => {
        const text = calendarFile(appointment);
        made = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
        setAddress(made);
      })
      .catch((error: unknown) => console.warn('The calendar file could not be created:', error));
    return () => {
      if (made) URL.revokeObjectURL(made);
      ATTRIBUTES.forEach((attribute, index) => dialog?.setAttribute(attribute, before[index] ?? ''));
    };
  }, [appointment]);

  return (
    <div className="confirmation grid gap-4">
      <div className="head mb-4 grid pr-10">
        <h2 ref={heading} id={IDS[0]} className="text-2xl" tabIndex={-1} aria-describedby={IDS[1]}>
          {copy.title}
        </h2>
      </div>
      <p className="notice" id={IDS[1]}>
        {copy.text.replace('{time}', inWords(appointment.start, zone))}
      </p>
      <p className="text-soft">{copy.next}</p>
      <div className="buttons flex flex-wrap gap-3">
        {address && (
          <a className="button button-quiet" href={address} download="demo.ics">
            {copy.calendar}
          </a>
        )}
        <button type="button" className="button" data-closes="">
          {copy.done}
        </button>
      </div>
    </div>
  );
}
