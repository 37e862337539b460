/** When a stage begins and how long it takes, in weeks since the first one began. A milestone takes no time. */
export interface Scheduled {
  start: number;
  /** The shortest time that it takes. */
  least: number;
  /** The longest time that it takes. */
  most: number;
}

/**
 * How long a stage takes, in weeks, if its duration says so: `1-2 weeks`, `1 week`, or `Week 1 of …` for one.
 * Anything else names a point in time.
 */
export function parseWeeks(duration: string): { least: number; most: number } | undefined {
  const [, first, last = first] = /^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?\s+weeks?$/i.exec(duration) ?? [];
  if (first !== undefined) {
    const weeks = [Number(first), Number(last)];
    return { least: Math.min(...weeks), most: Math.max(...weeks) };
  }
  return /^week \d/i.test(duration) ? { least: 1, most: 1 } : undefined;
}

/** The stages one after the other, each of which begins when the one before it has ended at the latest. */
export function schedule(durations: readonly string[]): Scheduled[] {
  let start = 0;
  return durations.map((duration) => {
    const { least, most } = parseWeeks(duration) ?? { least: 0, most: 0 };
    const stage = { start, least, most };
    start += most;
    return stage;
  });
}
