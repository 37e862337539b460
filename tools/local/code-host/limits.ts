import type { Caller } from './accounts.ts';
import type { Limits } from './options.ts';

/** GitHub's own, for one person. */
const GITHUB: Limits = { requests: 5000, writes: 80 };

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** How much somebody has left in this hour. */
export interface Left {
  limit: number;
  used: number;
  remaining: number;
  /** Milliseconds since 1970. */
  reset: number;
}

/**
 * Counts what each account does.
 *
 * @param now the time in milliseconds
 */
export function openLimits(limits: Partial<Limits>, now: () => number) {
  const { requests, writes } = { ...GITHUB, ...limits };
  const hours = new Map<string, { used: number; reset: number }>();
  const written = new Map<string, number[]>();

  function hourOf({ login }: Caller) {
    let hour = hours.get(login);
    if (!hour || hour.reset <= now()) hour = { used: 0, reset: now() + HOUR_MS };
    hours.set(login, hour);
    return hour;
  }

  return {
    of(caller: Caller): Left {
      const { used, reset } = hourOf(caller);
      return { limit: requests, used, remaining: requests - used, reset };
    },
    /** @returns false if the hour's requests are used up */
    countRequest(caller: Caller): boolean {
      const hour = hourOf(caller);
      if (hour.used >= requests) return false;
      hour.used += 1;
      return true;
    },
    /** @returns how long to wait (seconds), if this is too many at once */
    countWrite({ login }: Caller): number | undefined {
      const recent = (written.get(login) ?? []).filter((at) => at > now() - MINUTE_MS);
      const [oldest = now()] = recent;
      if (recent.length >= writes) return Math.ceil((oldest + MINUTE_MS - now()) / 1000);
      written.set(login, [...recent, now()]);
      return undefined;
    },
  };
}

export type LimitCounter = ReturnType<typeof openLimits>;
