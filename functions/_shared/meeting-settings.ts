/** Where booked calls take place, and the keys for it. */
export interface MeetingSettings {
  /** Of the video provider. It makes rooms and hosts; it never leaves the functions. */
  dailyKey: string;
  dailyUrl: string;
  /** The key of the links ({@link file://./meeting-links.ts}). Another one ends all links that were mailed. */
  secret: string;
  /** The address of the page with the room, without a fragment. */
  page: string;
}

const DAILY = 'https://api.daily.co/v1';
/** As many characters as `openssl rand -hex 16` writes: whoever guesses the key has every link. */
const SHORTEST_SECRET = 32;

const isOrigin = (address: string) => URL.canParse(address) && new URL(address).origin === address;

/**
 * Reads DAILY_API_KEY, DAILY_API_URL, MEETING_SECRET and MEET_ORIGIN. Without the key and the secret, there are no
 * meetings.
 *
 * @throws Error that says what is wrong, if only one of both is set, or one is not what it must be
 */
export function readMeetings(get: (name: string) => string | undefined, siteUrl: string): MeetingSettings | undefined {
  const dailyKey = get('DAILY_API_KEY') || undefined;
  const secret = get('MEETING_SECRET') || undefined;
  const origin = get('MEET_ORIGIN') || undefined;
  if (dailyKey === undefined && secret === undefined) return undefined;
  if (dailyKey === undefined || secret === undefined)
    throw new Error('Set both DAILY_API_KEY and MEETING_SECRET, or neither (docs/deploy.md, step 8).');
  if (secret.length < SHORTEST_SECRET)
    throw new Error(`MEETING_SECRET must have at least ${SHORTEST_SECRET} characters: openssl rand -hex 32`);
  if (origin !== undefined && !isOrigin(origin))
    throw new Error(`MEET_ORIGIN is "${origin}" but must be an origin, such as https://meet.example.com.`);
  return {
    dailyKey,
    dailyUrl: (get('DAILY_API_URL') || DAILY).replace(/\/$/, ''),
    secret,
    // On an origin of its own, the room is the first page (src/build/integrations/room-origins.ts).
    page: origin === undefined ? `${siteUrl.replace(/\/$/, '')}/meet` : `${origin}/`,
  };
}
