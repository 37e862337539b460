import { PUBLIC_MEETINGS } from 'astro:env/client';
import { atom } from 'nanostores';
import { oneAtATime } from '../../../lib/one-at-a-time.ts';
import { declineKnock, readKnocks } from '../requests.ts';
import type { Knock } from '../shapes.ts';

/** Whether booked calls take place in a room of the site. Otherwise staff phones. */
export const hasRooms = Boolean(PUBLIC_MEETINGS);

/** Everybody who waits to be let into a room, first come first. */
export const $knocks = atom<readonly Knock[]>([]);

const isSame = (one: Knock, other: Knock) => one.booking === other.booking && one.name === other.name;

/** Counts sign-outs: a late answer must not show what the next one at this desk may not see. */
let session = 0;

/** Reads who waits. A failure is not shown: the next time is soon. */
export const refreshKnocks = oneAtATime(async () => {
  if (!hasRooms) return;
  const asked = session;
  try {
    const knocks = await readKnocks();
    const before = $knocks.get();
    const isNews = knocks.length !== before.length || knocks.some((one, at) => !before[at] || !isSame(one, before[at]));
    // A live region is read again when it changes.
    if (isNews && asked === session) $knocks.set(knocks);
  } catch (error) {
    console.warn('Who waits could not be read:', error);
  }
});

/** Tells somebody that they are not let in. */
export async function decline(knock: Knock): Promise<void> {
  await declineKnock(knock);
  $knocks.set($knocks.get().filter((one) => !isSame(one, knock)));
}

/** Forgets everything, at the sign-out. */
export function forgetKnocks(): void {
  session++;
  $knocks.set([]);
}
