import { INKS } from '../../brand/inks.ts';

/** The colours of the light scheme, which is the one for paper. */
export const COLORS = INKS.light;

/** A4 in points: its size, what is kept free around the text, what that leaves, and where the foot line stands. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56, inner: 483.28, foot: 773.89 } as const;
