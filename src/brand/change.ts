/**
 * How much of something is there afterwards, as a share of before, when a headline figure says so: `40%` less leaves
 * 0.6, `5x` makes 5. Anything else gives undefined.
 */
export function changeOf(figure: string): number | undefined {
  const text = figure.trim();
  const percent = /^(\d{1,2})%$/.exec(text)?.[1];
  if (percent !== undefined) return 1 - Number(percent) / 100;
  const times = /^(\d{1,2})x$/.exec(text)?.[1];
  return times === undefined || times === '0' ? undefined : Number(times);
}
