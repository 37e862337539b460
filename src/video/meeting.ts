import type { Meeting, MeetingOptions } from './meeting-state.ts';

export type * from './meeting-state.ts';

/** A meeting: from the door, through the call, to its end, and again. */
export function createMeeting(options: MeetingOptions = {}): Meeting {
  throw new Error(`Not built yet: ${JSON.stringify(options)}.`);
}
