/** The date and time API of JavaScript. */
export type TemporalApi = typeof Temporal;

/**
 * The browser's own, or, where there is none yet, a polyfill that is downloaded for it (17 KB).
 * Rejects when that can't be loaded.
 */
export async function loadTemporal(): Promise<TemporalApi> {
  if ('Temporal' in globalThis) return globalThis.Temporal;
  return (await import('temporal-polyfill')).Temporal;
}
