import type { MeetingSettings } from './meeting-settings.ts';

/** When a room is open: milliseconds since the epoch. */
export interface Hours {
  opens: number;
  closes: number;
}

/** The rooms of the video provider, by their names. Each call rejects with an Error when the provider does not do it. */
export interface Rooms {
  /**
   * Makes a private room in which visitors knock. One with other hours is removed before: whoever is in it is not asked
   * for then. Resolves with its address.
   */
  ensure(name: string, hours: Hours): Promise<string>;
  /** Also resolves if there is none. Whoever is in it is put out. */
  remove(name: string): Promise<void>;
  /**
   * A token with which somebody enters as the host. It puts nobody out when it ends.
   *
   * @param until when it no longer lets them in (milliseconds since the epoch)
   */
  hostToken(name: string, person: string, until: number): Promise<string>;
}

const TIMEOUT_MS = 10_000;
/** A visitor, and some of each side who join. */
const MOST_PEOPLE = 6;
/** How often a room is made while others, who enter at the same time, remove it. */
const MOST_TRIES = 8;

interface Answer {
  status: number;
  body: { url?: unknown; config?: unknown; token?: unknown; error?: unknown; info?: unknown };
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** The REST calls of Daily for rooms and tokens: https://docs.daily.co/reference/rest-api */
export function openRooms({ dailyUrl, dailyKey }: Pick<MeetingSettings, 'dailyUrl' | 'dailyKey'>): Rooms {
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const response = await fetch(dailyUrl + path, {
      method,
      headers: { authorization: `Bearer ${dailyKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const read: unknown = await response.json().catch(() => undefined);
    return { status: response.status, body: Object(read) as Answer['body'] };
  }
  // `info` may repeat what was sent.
  const failed = (what: string, { status, body }: Answer) =>
    new Error(`Daily answered ${status} to ${what}${typeof body.error === 'string' ? `: ${body.error}` : ''}`);
  function text(value: unknown, what: string, answer: Answer): string {
    if (answer.status !== 200 || typeof value !== 'string') throw failed(what, answer);
    return value;
  }
  async function remove(name: string): Promise<void> {
    const answer = await call('DELETE', `/rooms/${name}`);
    if (answer.status !== 200 && answer.status !== 404) throw failed('the end of a room', answer);
  }
  return {
    async ensure(name, { opens, closes }) {
      const hours = { nbf: seconds(opens), exp: seconds(closes) };
      const properties = {
        ...hours,
        eject_at_room_exp: true,
        enable_knocking: true,
        max_participants: MOST_PEOPLE,
      };
      const make = () => call('POST', '/rooms', { name, privacy: 'private', properties });
      const exists = ({ status, body }: Answer) => status === 400 && String(body.info).includes('already exists');
      for (let tries = 1; ; tries++) {
        const made = await make();
        if (!exists(made) || tries === MOST_TRIES) return text(made.body.url, 'a room', made);
        const room = await call('GET', `/rooms/${name}`);
        const { nbf, exp } = Object(room.body.config) as { nbf?: unknown; exp?: unknown };
        if (nbf === hours.nbf && exp === hours.exp) return text(room.body.url, 'a room', room);
        // It may be gone already: others who enter now make it anew, too.
        if (room.status === 200) await remove(name);
      }
    },
    remove,
    async hostToken(name, person, until) {
      const properties = {
        room_name: name,
        is_owner: true,
        user_name: person,
        exp: seconds(until),
        eject_at_token_exp: false,
      };
      const answer = await call('POST', '/meeting-tokens', { properties });
      return text(answer.body.token, 'a token', answer);
    },
  };
}
