import type Daily from '@daily-co/daily-js';
import { ignoreHarmless } from '../voice/harmless.ts';

let daily: Promise<typeof Daily> | undefined;

/**
 * The package, downloaded on first use.
 * Rejects when it can't be loaded. The next call tries again, but some browsers repeat the failure until the page is
 * reloaded.
 */
export function loadDaily(): Promise<typeof Daily> {
  daily ??= import('@daily-co/daily-js').then(
    (imported) => {
      ignoreHarmless();
      return imported.default;
    },
    (error: unknown) => {
      daily = undefined;
      throw error;
    },
  );
  return daily;
}
