import { duration } from '../../brand/duration.ts';

/** When a stage begins and how long it takes, in weeks since the first one began. A milestone takes no time. */
export interface Scheduled {
  start: number;
  /** The shortest duration. */
  least: number;
  /** The longest duration. */
  most: number;
}

/** `Week 1 of …` is a duration, too: one week. */
const lengthOf = (text: string) => duration(text) ?? (/^week \d/i.test(text) ? { least: 1, most: 1 } : undefined);

/**
 * Schedules the stages one after the other. Each begins at the latest end of the previous one.
 *
 * @param durations as written in the copy; a text without a duration is a milestone
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
