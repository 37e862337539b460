import { useState } from 'react';
import { failureFrom } from '../failure.ts';
import { readRoom } from '../requests.ts';

/** Entering a room as its host. */
export interface Room {
  isBusy: boolean;
  /** Where it was opened: browsers may not let a page open a tab that late. */
  address: string | undefined;
  trouble: string | undefined;
  /** Opens the room in another tab. `admit`: and lets in whoever waits with this name. */
  enter: (admit?: string) => Promise<void>;
}

/** A name as a part of a link, whose parts are separated by dots. */
const written = (name: string) => encodeURIComponent(name).replaceAll('.', '%2E');

export function useRoom(booking: string): Room {
  const [state, setState] = useState<Omit<Room, 'enter'>>({ isBusy: false, address: undefined, trouble: undefined });
  async function enter(admit?: string): Promise<void> {
    setState({ isBusy: true, address: undefined, trouble: undefined });
    try {
      const address = (await readRoom(booking)) + (admit === undefined ? '' : `.admit.${written(admit)}`);
      // Without a way back, the tab gets no copy of this one's session.
      window.open(address, '_blank', 'noopener,noreferrer');
      setState({ isBusy: false, address, trouble: undefined });
    } catch (error) {
      setState({ isBusy: false, address: undefined, trouble: failureFrom(error).message });
    }
  }
  return { ...state, enter };
}
