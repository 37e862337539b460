/** Any script or frame in the page can forge the provider's messages, so nothing is known of their fields. */
export type Untrusted = Readonly<Record<string, unknown>>;

/** The fields of a value from outside; none if it is no object. */
export const asRecord = (value: unknown): Untrusted =>
  typeof value === 'object' && value !== null ? (value as Untrusted) : {};
