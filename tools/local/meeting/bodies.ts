import * as z from 'zod';
import { MEETING_LIMITS } from '../../../src/backend/meeting-access.ts';
import { RequestRefused } from '../request-body.ts';
import type { Entering, Rtc, Shown, Up } from './signals.ts';

/** UTF-16 characters. A page sends half as many at most. */
const MOST_OF_A_NAME = 2 * MEETING_LIMITS.name;

const shown: z.ZodType<Shown> = z.strictObject({
  name: z.string().max(MOST_OF_A_NAME),
  audio: z.boolean(),
  video: z.boolean(),
  screenVideo: z.boolean(),
  screenAudio: z.boolean(),
});

/** What only browsers read, and pages pass on as it is. */
const object = <Value>() => z.custom<Value>((value) => typeof value === 'object' && value !== null);

const rtc: z.ZodType<Rtc> = z.union([
  z.strictObject({ offer: z.int(), description: object<RTCSessionDescriptionInit>() }),
  z.strictObject({ offer: z.int(), candidate: object<RTCIceCandidateInit>().nullable() }),
]);

const off = z.literal(false).exactOptional();
const to = z.string();

const up: z.ZodType<Up> = z.union([
  z.strictObject({ shown }),
  z.strictObject({ rtc, to }),
  z.strictObject({ knock: z.string().max(MOST_OF_A_NAME) }),
  z.strictObject({ decide: z.string(), granted: z.boolean() }),
  z.strictObject({ mute: z.strictObject({ audio: off, video: off, screenVideo: off }), to }),
  z.strictObject({ eject: z.literal(true), to }),
  z.strictObject({ leave: z.literal(true) }),
  z.strictObject({ app: z.unknown(), to }),
]);

/** The body of `POST enter`. */
export const entering: z.ZodType<Entering> = z.strictObject({ token: z.string().exactOptional(), shown });

/** The body of `POST messages`. `first`: the number of the first of them. */
export const telling = z.strictObject({ id: z.string(), key: z.string(), first: z.int(), messages: z.array(up) });

/**
 * Checks a body. Whoever is in the lobby can send one, so nothing of it is in the message.
 *
 * @throws RequestRefused
 */
export function checked<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const result = schema.safeParse(body);
  if (!result.success) throw new RequestRefused(400, 'The body is not what a page sends.');
  return result.data;
}
