/** The palette of src/styles/tokens.css, for paper. */
export const COLORS = {
  night: '#0c1f18',
  onNight: '#f1f5ee',
  softOnNight: '#b3c4ba',
  ink: '#12211b',
  soft: '#47554d',
  line: '#d9d5c6',
  brand: '#0b5d43',
  accent: '#f26b2e',
} as const;

/** A4 in points: its size, what is kept free around the text, what that leaves, and where the foot line stands. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56, inner: 483.28, foot: 773.89 } as const;
