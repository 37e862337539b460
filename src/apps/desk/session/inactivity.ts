/** Whoever does nothing for this long is signed out (milliseconds). */
export const SIGN_OUT_AFTER_MS = 30 * 60_000;
/** The warning comes this long before (milliseconds). */
export const WARN_BEFORE_MS = 60_000;

/** `warned`: the sign-out is near. `over`: it is due. */
export type Idleness = 'active' | 'warned' | 'over';

/** How idle somebody is who last did something at `last`. Both are in milliseconds, as Date.now() counts them. */
export function idleness(last: number, now: number): Idleness {
  const idle = now - last;
  if (idle >= SIGN_OUT_AFTER_MS) return 'over';
  return idle >= SIGN_OUT_AFTER_MS - WARN_BEFORE_MS ? 'warned' : 'active';
}

/** After how many milliseconds the idleness changes, if nothing is done. */
export function untilChange(last: number, now: number): number {
  const warn = last + SIGN_OUT_AFTER_MS - WARN_BEFORE_MS;
  return Math.max(0, (now < warn ? warn : last + SIGN_OUT_AFTER_MS) - now);
}
