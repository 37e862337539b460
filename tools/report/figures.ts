/** The middle value, or the upper of two. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The smallest value that at least this percentage of all values does not exceed; 0 if there are none. */
export const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(Math.ceil((values.length * percent) / 100) - 1, 0)] ?? 0;

const thousands = (value: number, digits: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Bytes, written in KiB. */
export const kilobytes = (bytes: number): string => `${thousands(bytes / 1024, 1)} KB`;

export const milliseconds = (value: number, digits = 0): string => `${thousands(value, digits)} ms`;

/** One value divided by the other; there is no ratio to 0. */
export const ratio = (one: number, other: number): string =>
  other === 0 ? (one === 0 ? 'both 0' : 'over 0') : `${(one / other).toFixed(2)}x`;

/** The median with the lowest and the highest value, if these differ. */
export function spread(values: readonly number[], write: (value: number) => string): string {
  const [lowest, middle, highest] = [Math.min(...values), median(values), Math.max(...values)].map((value) =>
    write(value),
  );
  return lowest === highest ? (middle ?? '') : `${middle ?? ''} (${lowest ?? ''}–${highest ?? ''})`;
}

/** In words and with a symbol, so that it can be found and read aloud. */
export const verdict = (met: boolean): string => (met ? '✓ met' : '✗ missed');

type Cell = string | number;

/** A table in Markdown. Columns of figures are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const isFigure = (cell: Cell | undefined) => /^(\**\d.*)?$/.test(String(cell ?? ''));
  const rule = head.map((_, column) => (column > 0 && rows.every((cells) => isFigure(cells[column])) ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
