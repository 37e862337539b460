/**
 * The change that a headline figure states, as a factor: `40%` (less) gives 0.6, `5x` gives 5. Anything else gives
 * undefined.
 */
export function changeOf(figure: string): number | undefined {
  const text = figure.trim();
  const percent = /^(\d{1,2})%$/.exec(text)?.[1];
  if (percent !== undefined) return 1 - Number(percent) / 100;
  const times = /^(\d{1,2})x$/.exec(text)?.[1];
  return times === undefined || times === '0' ? undefined : Number(times);
}
