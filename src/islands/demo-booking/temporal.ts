/** The date and time API of JavaScript. */
export type TemporalApi = typeof Temporal;

/**
 * The browser's own Temporal or, if it has none, a polyfill that is downloaded (17 KB).
 * Rejects when the polyfill can't be loaded.
 */
export async function loadTemporal(): Promise<TemporalApi> {
  if ('Temporal' in globalThis) return globalThis.Temporal;
  return (await import('temporal-polyfill')).Temporal;
}
