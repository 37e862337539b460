/** What the SDKs log though nothing is wrong: the track is ours on purpose, and phones support no noise filter. */
const HARMLESS =
  /^(?:MediaStreamTrack found in props or cache|Ignoring settings for browser- or platform-unsupported input proc)/;

/** Keeps the console of visitors and of our tests for what is wrong. */
export function ignoreHarmless(): void {
  for (const level of ['warn', 'error'] as const) {
    const log = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      if (!HARMLESS.test(String(words[0]))) log(...words);
    };
  }
}
