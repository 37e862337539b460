/** The API that Cloudflare's script adds to the page. */
export type TurnstileApi = Pick<Turnstile.Turnstile, 'render' | 'remove'>;

/** How long a visitor may have to wait for the script (milliseconds). */
const LOAD_WITHIN_MS = 15_000;

let loading: Promise<TurnstileApi> | undefined;

/**
 * Loads Cloudflare's script on the first call.
 * Rejects if it can't be loaded; the next call tries again.
 */
export function loadTurnstile(): Promise<TurnstileApi> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<TurnstileApi> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      failed(new Error('Turnstile could not be loaded.'));
    };
    const timer = setTimeout(fail, LOAD_WITHIN_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      const { turnstile } = window as { turnstile?: TurnstileApi };
      if (turnstile) loaded(turnstile);
      else fail();
    });
    script.src = `${import.meta.env.PUBLIC_TURNSTILE_URL}/turnstile/v0/api.js?render=explicit`;
    document.head.append(script);
  });
}
