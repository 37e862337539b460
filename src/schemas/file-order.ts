/** The order of file names in content/: `9-before` precedes `10-after`. Shared, because creating a collator is slow. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
