import type { MeetingSettings } from './meeting-settings.ts';

/** When a room is open: milliseconds since the epoch. */
export interface Hours {
  opens: number;
  closes: number;
}

/** The rooms of the video provider, by their names. Each call rejects with an Error when the provider does not do it. */
export interface Rooms {
  /** Makes a private room in which visitors knock, or changes its hours. Resolves with its address. */
  ensure(name: string, hours: Hours): Promise<string>;
  /** Also resolves if there is none. Whoever is in it is put out. */
  remove(name: string): Promise<void>;
  /** A token with which somebody enters as the host. */
  hostToken(name: string, person: string, hours: Hours): Promise<string>;
}

const TIMEOUT_MS = 10_000;
/** A visitor, and some of each side who join. */
const MOST_PEOPLE = 6;

interface Answer {
  status: number;
  body: { url?: unknown; token?: unknown; error?: unknown; info?: unknown };
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** The two REST calls of Daily that make rooms and tokens: https://docs.daily.co/reference/rest-api */
export function openRooms({ dailyUrl, dailyKey }: Pick<MeetingSettings, 'dailyUrl' | 'dailyKey'>): Rooms {
  async function call(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
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
  return {
    async ensure(name, { opens, closes }) {
      const room = {
        privacy: 'private',
        properties: {
          nbf: seconds(opens),
          exp: seconds(closes),
          eject_at_room_exp: true,
          enable_knocking: true,
          max_participants: MOST_PEOPLE,
        },
      };
      let answer = await call('POST', '/rooms', { name, ...room });
      if (answer.status === 400 && String(answer.body.info).includes('already exists'))
        answer = await call('POST', `/rooms/${name}`, room);
      return text(answer.body.url, 'a room', answer);
    },
    async remove(name) {
      const answer = await call('DELETE', `/rooms/${name}`);
      if (answer.status !== 200 && answer.status !== 404) throw failed('the end of a room', answer);
    },
    async hostToken(name, person, { closes }) {
      const properties = {
        room_name: name,
        is_owner: true,
        user_name: person,
        exp: seconds(closes),
        // The room puts everybody out.
        eject_at_token_exp: false,
      };
      const answer = await call('POST', '/meeting-tokens', { properties });
      return text(answer.body.token, 'a token', answer);
    },
  };
}
