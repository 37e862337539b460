/**
 * The public test site keys from Cloudflare's documentation. The stand-in knows only these: a real key works only on
 * the site it was made for.
 */
export const TEST_SITE_KEYS = {
  passes: '1x00000000000000000000AA',
  blocks: '2x00000000000000000000AB',
  asks: '3x00000000000000000000FF',
} as const;

export const isTestKey = (siteKey: string): boolean => Object.values<string>(TEST_SITE_KEYS).includes(siteKey);
