/**
 * The mark as SVG path data, in a box of {@link MARK.width} by {@link MARK.height} units: an arch for each side, and
 * their overlap `both`, for output that can't print two inks over each other.
 */
export const MARK = {
  width: 38,
  height: 24,
  campus: 'M0 24V12a12 12 0 0 1 24 0V24z',
  company: 'M14 24V12a12 12 0 0 1 24 0V24z',
  both: 'M14 24V12a12 12 0 0 1 5-9.75A12 12 0 0 1 24 12V24z',
} as const;
