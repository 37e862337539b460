/**
 * The site keys with which Cloudflare's documentation lets anybody try. They are the ones that the stand-in knows: a real
 * one is for the page that it was made for.
 */
export const TEST_SITE_KEYS = {
  passes: '1x00000000000000000000AA',
  blocks: '2x00000000000000000000AB',
  asks: '3x00000000000000000000FF',
} as const;

export const isTestKey = (siteKey: string): boolean => Object.values<string>(TEST_SITE_KEYS).includes(siteKey);
