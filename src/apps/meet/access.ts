import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { EnterAnswer, KnockAnswer, MeetingAccess } from '../../backend/meeting-access.ts';
import type { Link } from './link.ts';

/** Why the function did not answer: the link is wrong, there were too many wrong ones, or nothing came back. */
export type Refusal = 'wrong' | 'too-many' | 'unreachable';

export class AccessError extends Error {
  override name = 'AccessError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, detail: string) {
    super(detail);
    this.refusal = refusal;
  }
}

/** Longer than the function waits for the provider (milliseconds). */
const TIMEOUT_MS = 20_000;
const REFUSALS: Readonly<Partial<Record<number, Refusal>>> = { 404: 'wrong', 429: 'too-many' };

/**
 * Asks the function meeting-access. The request arrives even if the tab is closed.
 *
 * @throws AccessError
 */
async function ask(body: MeetingAccess): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${PUBLIC_SUPABASE_URL ?? ''}/functions/v1/meeting-access`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: PUBLIC_SUPABASE_KEY ?? '' },
      body: JSON.stringify(body),
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return await response.json();
  } catch (error) {
    throw new AccessError('unreachable', String(error));
  }
  throw new AccessError(REFUSALS[response.status] ?? 'unreachable', `The answer has the status ${response.status}.`);
}

const pair = ({ booking, secret }: Link) => ({ booking, secret });

/** What is behind the link, now. */
export const enter = (link: Link): Promise<EnterAnswer> =>
  ask({ action: 'enter', ...pair(link) }) as Promise<EnterAnswer>;

/** Tells the desk who waits. `name`: '' when nobody does any more. */
export const knock = (link: Link, name: string): Promise<KnockAnswer> =>
  ask({ action: 'knock', ...pair(link), name }) as Promise<KnockAnswer>;

/** Stores how long the call was, and whether it worked, once the visitor has said it. */
export const reportEnd = (link: Link, seconds: number, worked: boolean | null): Promise<unknown> =>
  ask({ action: 'ended', ...pair(link), seconds, worked });

/** Puts a note of the host on the desk, once for each id. */
export const sendNote = (link: Link, id: string, text: string): Promise<unknown> =>
  ask({ action: 'note', ...pair(link), id, text });
