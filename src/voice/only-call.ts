/** The name of the lock that the tab of a call holds, and of the channel between tabs. */
const NAME = 'voice-call';
/** Tabs that wait for the end of a call hold the lock only for a moment (milliseconds). */
const TAKE_WITHIN_MS = 500;

/** Missing on plain http, despite its type: then each tab is on its own. */
const locks = (): LockManager | undefined => navigator.locks;

function tellOtherTabs(word: 'began' | 'end'): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(word);
  channel.close();
}

/** Settles when this tab no longer has the lock, which is a moment after its call has ended. */
let own: Promise<unknown> | undefined;

/**
 * Takes the one call of this browser, which has one microphone. The browser gives it back if this tab is closed or
 * crashes.
 *
 * @returns a function that gives it back, or undefined if another tab has it
 */
export function takeCall(): Promise<(() => void) | undefined> {
  const taken = Promise.withResolvers<(() => void) | undefined>();
  const over = Promise.withResolvers<undefined>();
  const request = locks()?.request(NAME, { signal: AbortSignal.timeout(TAKE_WITHIN_MS) }, () => {
    tellOtherTabs('began');
    taken.resolve(() => over.resolve(undefined));
    return over.promise;
  });
  // A browser that stores nothing has no locks either.
  if (request)
    own = request.catch((error: unknown) => {
      const isTaken = error instanceof DOMException && error.name === 'TimeoutError';
      taken.resolve(isTaken ? undefined : () => undefined);
    });
  else taken.resolve(() => undefined);
  return taken.promise;
}

/** Asks the tab that has the call to end it. */
export const endOtherCall = (): void => tellOtherTabs('end');

/** What a tab does about calls in other tabs. */
export interface Neighbor {
  /** Whether it has the call itself. */
  isCalling: () => boolean;
  /** Another tab has a call now, or none has any more. */
  report: (elsewhere: boolean) => void;
  /** Another tab asks for the end of its call. */
  end: () => void;
}

/** Follows the calls of other tabs. Returns a function that ends it. */
export function watchOtherTabs({ isCalling, report, end }: Neighbor): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const channel = new BroadcastChannel(NAME);
  let waits = false;

  async function look(): Promise<void> {
    if (isCalling()) return;
    await own;
    const state = await locks()
      ?.query()
      .catch(() => undefined);
    if (waits || signal.aborted || isCalling()) return;
    waits = state?.held?.some(({ name }) => name === NAME) ?? false;
    report(waits);
    if (!waits) return;
    // Granted when the call is over, however it ends: its tab may have crashed.
    await locks()
      ?.request(NAME, { mode: 'shared', signal }, () => report(false))
      .catch(() => undefined);
    waits = false;
  }
  const onLook = () => void look();

  channel.addEventListener('message', ({ data }) => (data === 'end' ? end() : onLook()), { signal });
  document.addEventListener('visibilitychange', onLook, { signal });
  window.addEventListener('focus', onLook, { signal });
  onLook();
  return () => {
    watching.abort();
    channel.close();
  };
}
