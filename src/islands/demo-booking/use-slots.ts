import { useEffect, useState } from 'react';
import type { Bookings } from '../../schemas/site.ts';
import { bookableDays, slotsOn, type Slot } from './slots.ts';
import { loadTemporal } from './temporal.ts';

/** The available choices. */
export interface Choices {
  /** The visitor's time zone; '' until hydration. */
  zone: string;
  /** The bounds of the day. */
  first?: string;
  last?: string;
  /** The times of the chosen day; undefined while no day is chosen. */
  slots?: readonly Slot[];
  /** The times could not be worked out. */
  unavailable?: true;
}

/**
 * The times that can be chosen on a day.
 *
 * @param day the value of the date field, '' for none
 */
export function useSlots(bookings: Bookings, day: string): Choices {
  const [choices, setChoices] = useState<Choices>({ zone: '' });

  useEffect(() => {
    let current = true;
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
    loadTemporal()
      .then((temporal) => {
        if (!current) return;
        const now = temporal.Now.instant();
        const { first, last } = bookableDays(bookings, zone, now);
        setChoices({ zone, first, last, ...(day && { slots: slotsOn(temporal, bookings, day, zone, now) }) });
      })
      .catch((error: unknown) => {
        console.warn('The times could not be worked out:', error);
        // A zone that the browser can't name, such as Etc/Unknown, can't be shown either.
        if (current) setChoices({ zone: '', unavailable: true });
      });
    return () => {
      current = false;
    };
  }, [bookings, day]);

  return choices;
}
