/** How often one address may ask. */
export interface Limit {
  most: number;
  seconds: number;
}

/** The most addresses that are remembered. */
const MOST = 10_000;

/**
 * Counts requests by address, in memory: a restart forgets them, as that of a hosted server does.
 *
 * @param now the time in milliseconds
 * @returns whether one more request is within a limit. It counts if so. `name` tells limits apart.
 */
export function openLimits(now: () => number = Date.now): (name: string, address: string, limit: Limit) => boolean {
  /** When each address asked. Those that have not asked for longest come first. */
  const asked = new Map<string, number[]>();
  return (name, address, { most, seconds }) => {
    const key = `${name} ${address}`;
    const lately = (asked.get(key) ?? []).filter((at) => at > now() - seconds * 1000);
    asked.delete(key);
    const isAllowed = lately.length < most;
    asked.set(key, isAllowed ? [...lately, now()] : lately);
    if (asked.size > MOST) asked.delete(asked.keys().next().value ?? '');
    return isAllowed;
  };
}
