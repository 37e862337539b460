/** A day and a time as date and time fields have them: `2026-11-24`, `16:30`. */
export interface WallTime {
  date: string;
  time: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** An instant in the viewer's time zone. */
export function toWallTime(iso: string): WallTime {
  const at = new Date(iso);
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

/** The instant of a time in the viewer's time zone, as ISO 8601. Undefined while it isn't complete. */
export function toInstant({ date, time }: WallTime): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}/.test(time)) return undefined;
  const at = new Date(`${date}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** What is wrong with a time that is proposed, or undefined. */
export function timeProblem(wall: WallTime, now = new Date()): { field: 'date' | 'time'; text: string } | undefined {
  if (wall.date === '') return { field: 'date', text: 'Choose a day.' };
  if (wall.time === '') return { field: 'time', text: 'Choose a time.' };
  const instant = toInstant(wall);
  if (instant === undefined) return { field: 'date', text: 'Choose a day of a year with four digits.' };
  return Date.parse(instant) <= now.getTime()
    ? { field: 'date', text: 'This time is over. Choose one that is ahead.' }
    : undefined;
}
