import { duration } from '../../brand/duration.ts';

/** When a stage begins and how long it takes, in weeks since the first one began. A milestone takes no time. */
export interface Scheduled {
  start: number;
  /** The shortest time that it takes. */
  least: number;
  /** The longest time that it takes. */
  most: number;
}

/** `Week 1 of …` is a length of time too: that week. */
const lengthOf = (text: string) => duration(text) ?? (/^week \d/i.test(text) ? { least: 1, most: 1 } : undefined);

/**
 * The stages one after the other, each of which begins when the one before it has ended at the latest.
 *
 * @param durations as the copy says them. What states no length of time is a milestone.
 */
export function schedule(durations: readonly string[]): Scheduled[] {
  let start = 0;
  return durations.map((text) => {
    const { least, most } = lengthOf(text) ?? { least: 0, most: 0 };
    const stage = { start, least, most };
    start += most;
    return stage;
  });
}
