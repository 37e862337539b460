import type Vapi from '@vapi-ai/web';

export type VapiClient = Vapi;
type VapiConstructor = typeof Vapi;

let sdk: Promise<VapiConstructor> | undefined;

/** What the SDKs log though nothing is wrong: the track is ours on purpose, and phones support no noise filter. */
const HARMLESS =
  /^(?:MediaStreamTrack found in props or cache|Ignoring settings for browser- or platform-unsupported input proc)/;

/** Keeps the console of visitors and of our tests for what is wrong. */
function ignoreHarmless(): void {
  for (const level of ['warn', 'error'] as const) {
    const log = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      if (!HARMLESS.test(String(words[0]))) log(...words);
    };
  }
}

/**
 * The SDK's class, downloaded on first use.
 * Rejects when it can't be loaded. The next call tries again, but some browsers repeat the failure until the page is
 * reloaded.
 */
export function loadSdk(): Promise<VapiConstructor> {
  sdk ??= import('@vapi-ai/web').then(
    // A CommonJS package: depending on the bundler, the class is the default export or inside it.
    ({ default: imported }: { default: VapiConstructor | { default: VapiConstructor } }) => {
      ignoreHarmless();
      return 'default' in imported ? imported.default : imported;
    },
    (error: unknown) => {
      sdk = undefined;
      throw error;
    },
  );
  return sdk;
}
