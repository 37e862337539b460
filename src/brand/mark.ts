/**
 * The mark as SVG path data, in units of its own box of {@link MARK.width} by {@link MARK.height}: an arch of each
 * side, and `both`, where they overlap, for whom can't print two inks over one another.
 */
export const MARK = {
  width: 38,
  height: 24,
  campus: 'M0 24V12a12 12 0 0 1 24 0V24z',
  company: 'M14 24V12a12 12 0 0 1 24 0V24z',
  both: 'M14 24V12a12 12 0 0 1 5-9.75A12 12 0 0 1 24 12V24z',
} as const;
