/** Lengths in weeks; a month on average over four years. */
const UNITS = { week: 1, month: 4.35 };

/**
 * The duration that a figure states, such as "6-8 weeks" or "1 week", in weeks: the least and the most.
 * Anything else gives undefined.
 */
export function duration(text: string): { least: number; most: number } | undefined {
  const match = /^(\d+)(?:[-–](\d+))? (week|month)s?$/.exec(text.trim());
  if (!match) return undefined;
  const unit = UNITS[match[3] as keyof typeof UNITS];
  const least = Number(match[1]);
  const most = Number(match[2] ?? match[1]);
  return most < least || most === 0 ? undefined : { least: least * unit, most: most * unit };
}
