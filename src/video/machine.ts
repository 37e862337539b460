import type Daily from '@daily-co/daily-js';
import type { DailyAdvancedConfig, DailyCall } from '@daily-co/daily-js';

/** The package's own limit (spec section 9). */
const ATTEMPTS = 3;

/** The attempts of this page that failed or were cancelled. */
let failed = 0;

/** The provider's call machine. The package does not say where it is. */
const urlOf = (version: string) =>
  `https://c.daily.co/call-machine/versioned/${version}/static/call-machine-object-bundle.js`;

/**
 * Creates a call, of which the package allows one at a time.
 *
 * @param bundleUrl where the call machine is, unless it is the provider's
 * @param onAttempt called with the number of each attempt to load it, after the first
 * @throws Error if the package refuses
 */
export function createCall(
  daily: typeof Daily,
  bundleUrl: string | undefined,
  onAttempt: (attempt: number) => void,
): DailyCall {
  // Code that is evaluated would need a weaker policy.
  const dailyConfig: DailyAdvancedConfig = { avoidEval: true };
  const locate = () => {
    const url = bundleUrl ?? urlOf(daily.version());
    // Chromium requests a script only once while it hangs: with another address, it tries again.
    if (failed > 0) dailyConfig.callObjectBundleUrlOverride = `${url}?attempt=${failed + 1}`;
    else if (bundleUrl) dailyConfig.callObjectBundleUrlOverride = bundleUrl;
  };
  locate();
  const call = daily.createCallObject({ dailyConfig });
  let attempt = 1;
  call.on('load-attempt-failed', () => {
    failed++;
    attempt++;
    locate();
    if (attempt <= ATTEMPTS) onAttempt(attempt);
  });
  return call;
}

/**
 * Loads the call machine. The package tries three times, 3 s apart, with 20 s for each (spec section 9).
 *
 * @returns whether it is there. It never settles if the call is destroyed meanwhile.
 */
export async function loadMachine(call: DailyCall): Promise<boolean> {
  call.once('left-meeting', onCancelled);
  await call.load();
  call.off('left-meeting', onCancelled);
  // Loaded with a script tag, one that threw counts as loaded, and would never answer.
  const { _daily: all } = window as { _daily?: { instances?: Record<string, { callMachine?: unknown }> } };
  return Object.values(all?.instances ?? {}).some(({ callMachine }) => callMachine !== undefined);
}

/** The request goes on, though nobody waits for it. */
const onCancelled = () => void failed++;
