/** The size of a social card in pixels. */
export const CARD = { width: 1200, height: 630 } as const;
