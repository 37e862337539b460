/** The order of file names in content/: `9-before` stands before `10-after`. One collator: making it takes longer than comparing. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
