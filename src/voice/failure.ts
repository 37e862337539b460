import type { FailureKind } from './call-events.ts';

/** Errors that the SDK reports while the call goes on. */
const HARMLESS =
  /^(audio-processing-setup|audio-processor-recovery|audio-observer-setup|video-recording-setup|video-recording|local-audio-level-observer)-error$/;

/** What browsers and Daily say when something can't be reached. */
const NO_CONNECTION = /failed to (?:fetch|load)|load failed|networkerror|connection-error/i;

/** The maximum depth at which the SDKs nest the provider's answer. */
const DEPTH = 5;

/** Every key and value of an error, including nested ones. */
function* valuesIn(value: unknown, depth = DEPTH): Generator<[string, unknown]> {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield [key, inner];
    yield* valuesIn(inner, depth - 1);
  }
}

/** The HTTP status in the body of the provider's answer; the SDK keeps no other. */
const statusIn = (error: unknown): number | undefined =>
  [...valuesIn(error)].find(([key, value]) => key === 'statusCode' && typeof value === 'number')?.[1] as
    | number
    | undefined;

/** Whether a Daily error only says that the room was closed: the assistant has hung up. */
export const isMeetingEnd = (error: unknown): boolean =>
  [...valuesIn(error)].some(([, value]) => value === 'Meeting has ended');

/** The messages of an error, for the console. */
export function detailOf(error: unknown): string {
  if (error instanceof Error || typeof error === 'string') return String(error);
  const words = [...valuesIn(error)].filter(
    ([key, value]) => /message|msg|error/i.test(key) && typeof value === 'string',
  );
  return words.length > 0 ? [...new Set(words.map(([, value]) => value as string))].join('; ') : 'Unknown error';
}

/**
 * The failure that an `error` event of the SDK means for the visitor, or undefined if the call goes on.
 *
 * @param live whether the call had begun
 */
export function failureOf(error: unknown, live: boolean): FailureKind | undefined {
  const type = typeof error === 'object' && error !== null && 'type' in error ? String(error.type) : '';
  if (HARMLESS.test(type)) return undefined;
  if (type === 'audio-start-failed') return 'sound-blocked';
  const status = statusIn(error);
  if (status === 429) return 'provider-busy';
  if (status !== undefined && status >= 400 && status < 500) return 'provider-refused';
  const isConnection = [...valuesIn(error)].some(([, value]) => typeof value === 'string' && NO_CONNECTION.test(value));
  if (!live) return isConnection ? 'provider-unreachable' : 'provider-fault';
  // Daily's fatal errors: all but a lost connection are decisions of the other side (spec section 8).
  return isConnection ? 'network-lost' : 'provider-ended';
}
