import type { SupabaseClient } from '@supabase/supabase-js';
import { CLOSES_AFTER_MIN, OPENS_BEFORE_MIN } from '../../src/backend/meeting-access.ts';
import { openRooms, type Hours, type Rooms } from './daily.ts';
import { emailCopy } from './email-copy.generated.ts';
import { makeMeetingLinks, type MeetingLinks } from './meeting-links.ts';
import type { MeetingSettings } from './meeting-settings.ts';

/** What the database knows of a link's booking (see find_meeting in the migration). */
export interface FoundMeeting {
  /** ISO 8601; null without a confirmed time. */
  starts_at: string | null;
  /** The visitor's; null if there is no such booking. */
  name: string | null;
  /** The member of staff who is signed in with the session that was asked about; null if nobody is. */
  host: string | null;
  address: string | null;
}

/** The meetings in the database. Every call is atomic, and rejects when the database reports an error. */
export interface MeetingStore {
  find(booking: string, session: string | null): Promise<FoundMeeting>;
  /** Counts a wrong link. Resolves with false if there were too many from this network. */
  countTry(visitor: Headers): Promise<boolean>;
  /** Counts a use of a right link. Resolves with false if there were too many. */
  countUse(link: string, visitor: Headers): Promise<boolean>;
  /** Resolves with whether staff has declined. */
  knock(booking: string, name: string): Promise<boolean>;
  end(booking: string, seconds: number, worked: boolean | null): Promise<void>;
  /** @param id the same for each attempt to store this note */
  note(booking: string, host: string, id: string, note: string): Promise<void>;
  /**
   * Asks for a host's link with the caller's own token, which the API and the database check. Resolves with undefined if
   * it is not that of staff with a second factor.
   *
   * @param caller the headers of a request with the publishable key, and the token
   */
  askAsStaff(booking: string, caller: Headers): Promise<{ session: string; starts_at: string | null } | undefined>;
}

/** Everything about booked calls, if they take place in a room of the site. */
export interface Meetings {
  links: MeetingLinks;
  rooms: Rooms;
  store: MeetingStore;
  /** Removes the room of a booking, and whoever is in it. */
  removeRoom(booking: string): Promise<void>;
  /**
   * Removes at most `most` rooms whose booking was erased, moved or declined. Resolves with their number. Those that the
   * provider does not remove are tried again by the next call.
   *
   * @param isOver whether no further one may be started
   */
  removeOrphans(most: number, isOver: () => boolean): Promise<number>;
}

const MINUTE_MS = 60_000;

/** The name of a booking's room at the provider. */
export const roomOf = (booking: string): string => `b-${booking}`;

/** When a call that begins at this time ends, and its room is open (milliseconds since the epoch). */
export function hoursOf(startsAt: string): Hours & { ends: number } {
  const starts = Date.parse(startsAt);
  const ends = starts + emailCopy.demoMinutes * MINUTE_MS;
  return { opens: starts - OPENS_BEFORE_MIN * MINUTE_MS, ends, closes: ends + CLOSES_AFTER_MIN * MINUTE_MS };
}

const asText = (headers: Headers) => JSON.stringify(Object.fromEntries(headers));

/** @returns undefined if booked calls are by phone */
export function openMeetings(settings: MeetingSettings | undefined, client: SupabaseClient): Meetings | undefined {
  if (!settings) return undefined;
  async function call<Result>(name: string, values: Record<string, unknown>): Promise<Result> {
    const result = await client.rpc(name, values);
    // The message may repeat what was sent.
    if (result.error) throw new Error(`${name}: ${result.error.code}`);
    return result.data as Result;
  }
  const rooms = openRooms(settings);
  async function removeRoom(booking: string): Promise<void> {
    await rooms.remove(roomOf(booking));
    await call('forget_room', { booking });
  }
  return {
    links: makeMeetingLinks(settings.secret, settings.page),
    rooms,
    store: {
      find: (booking, session) => call('find_meeting', { booking, session }),
      countTry: (visitor) => call('count_meeting_try', { visitor_headers: asText(visitor) }),
      countUse: (link, visitor) => call('count_meeting_use', { link, visitor_headers: asText(visitor) }),
      knock: (booking, visitor) => call('knock_meeting', { booking, visitor }),
      end: (booking, seconds, worked) => call('end_meeting', { booking, seconds, worked }),
      note: (booking, host, id, note) => call('note_meeting', { booking, host, note_id: id, note }),
      async askAsStaff(booking, caller) {
        const authorization = caller.get('authorization');
        if (!authorization) return undefined;
        const result = await client
          .rpc('desk_meeting', { booking })
          .setHeader('apikey', caller.get('apikey') ?? '')
          .setHeader('authorization', authorization);
        if (result.status === 401 || result.status === 403) return undefined;
        if (result.error) throw new Error(`desk_meeting: ${result.error.code}`);
        return result.data as { session: string; starts_at: string | null };
      },
    },
    removeRoom,
    async removeOrphans(most, isOver) {
      const bookings = await call<string[]>('orphaned_rooms', { most });
      const failed: unknown[] = [];
      for (const booking of bookings) {
        if (isOver()) break;
        await removeRoom(booking).catch((error: unknown) => failed.push(error));
      }
      if (failed.length > 0) throw failed[0];
      return bookings.length;
    },
  };
}
