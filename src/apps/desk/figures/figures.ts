import { kindsName } from '../kinds.ts';
import type { Figures } from '../shapes.ts';

/** How many weeks the figures cover. */
export const WEEKS = 12;

const DAY_MS = 86_400_000;

/** The Mondays (UTC) of the last weeks, oldest first, for example 2026-11-23. */
export function mondays(now: Date, weeks: number = WEEKS): string[] {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: weeks }, (_, index) =>
    new Date(monday - (weeks - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A Monday in words: `Nov 23`. */
export const mondayInWords = (monday: string): string =>
  new Date(`${monday}T00:00:00Z`).toLocaleString('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });

/** A series of counts, one for each week. */
export interface Series {
  label: string;
  counts: number[];
  total: number;
}

/** How many requests of each kind came in each week, the most frequent kind first. */
export function requestsByWeek({ requests }: Pick<Figures, 'requests'>, weeks: readonly string[]): Series[] {
  return [...Map.groupBy(requests, ({ kind }) => kindsName(kind))]
    .map(([label, rows]) => {
      const counts = weeks.map((monday) =>
        rows.filter(({ week }) => week.startsWith(monday)).reduce((sum, { count }) => sum + count, 0),
      );
      return { label, counts, total: counts.reduce((sum, count) => sum + count, 0) };
    })
    .toSorted((one, other) => other.total - one.total);
}

/** The first answers to the requests of one week. */
export interface WeekOfAnswers {
  monday: string;
  answered: number;
  /** Within the promised time. */
  inTime: number;
  /** The time that half of them were answered within (seconds). */
  medianS: number | null;
}

export function answersByWeek({ answers }: Pick<Figures, 'answers'>, weeks: readonly string[]): WeekOfAnswers[] {
  return weeks.map((monday) => {
    const found = answers.find(({ week }) => week.startsWith(monday));
    return {
      monday,
      answered: found?.answered ?? 0,
      inTime: found?.within_promise ?? 0,
      medianS: found?.median_s ?? null,
    };
  });
}

/** How many of all answers were in time, in whole percent; undefined without any. */
export function shareInTime(weeks: readonly WeekOfAnswers[]): number | undefined {
  const answered = weeks.reduce((sum, week) => sum + week.answered, 0);
  const inTime = weeks.reduce((sum, week) => sum + week.inTime, 0);
  // Not rounded up: 100% means all.
  return answered === 0 ? undefined : Math.floor((inTime / answered) * 100);
}

/**
 * A promised time as PostgreSQL reads it. What isn't a length, the spec promises as 24 hours.
 *
 * @param figure as content/site.yaml has it, such as `24 hours` or `1-2 days`
 */
export function promisedTime(figure: string): string {
  const [, least, most, unit] = /^(\d+)(?:[-–](\d+))? (hour|day|week)s?$/.exec(figure.trim()) ?? [];
  return unit === undefined ? '24 hours' : `${most ?? least ?? ''} ${unit}s`;
}
