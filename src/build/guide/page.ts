import { INKS } from '../../brand/inks.ts';

/** The colors of the light scheme, which suits paper. */
export const COLORS = INKS.light;

/** A4 in points: its size, the margin around the text, the width inside it, and the y of the footer. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56, inner: 483.28, foot: 773.89 } as const;
