import type { Page } from 'playwright/test';

/** The features of the browser: those it knows, and those a page may use. */
interface Features {
  features(): string[];
  allowedFeatures(): string[];
}

/** Which features a page may use, as Chromium reports. */
export const featuresOf = (page: Page, which: keyof Features): Promise<string[]> =>
  page.evaluate((which) => (document as unknown as { featurePolicy: Features }).featurePolicy[which](), which);
