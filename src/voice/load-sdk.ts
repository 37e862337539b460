import type Vapi from '@vapi-ai/web';
import { ignoreHarmless } from './harmless.ts';

export type VapiClient = Vapi;
type VapiConstructor = typeof Vapi;

let sdk: Promise<VapiConstructor> | undefined;

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
