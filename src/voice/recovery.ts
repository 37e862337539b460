/** How long the SDK may take to hang up (milliseconds). */
const STOP_WITHIN_MS = 3000;

const within = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  new Promise((done) => {
    const timer = setTimeout(() => done(false), ms);
    const finish = () => {
      clearTimeout(timer);
      done(true);
    };
    work.then(finish, finish);
  });

/**
 * Makes the SDK hang up. If the call machine is dead and never reports that it has left, we report it instead:
 * otherwise every later call on this page would be refused as a duplicate.
 *
 * @param stop the SDK's own way to hang up
 */
export async function hangUp(stop: () => Promise<void>): Promise<void> {
  const stopped = stop();
  if (await within(STOP_WITHIN_MS, stopped)) return;
  window.postMessage({ what: 'iframe-call-message', action: 'left-meeting', from: 'embedded' }, location.origin);
  await within(STOP_WITHIN_MS, stopped);
}

/** Removes the players that the SDK leaves behind when it hangs up. */
export function removePlayers(): void {
  for (const player of document.querySelectorAll<HTMLAudioElement>('body > audio[data-participant-id]')) {
    player.srcObject = null;
    player.remove();
  }
}

/**
 * Keeps the SDKs' unhandled rejections out of the page's error reports. Ours are always Error objects; theirs are
 * strings and plain objects.
 *
 * @returns a function that ends it
 */
export function catchStrayRejections(): () => void {
  const onRejection = (event: PromiseRejectionEvent) => {
    if (event.reason instanceof Error) return;
    event.preventDefault();
    console.warn('The voice SDK left an error unhandled.', event.reason);
  };
  window.addEventListener('unhandledrejection', onRejection);
  return () => window.removeEventListener('unhandledrejection', onRejection);
}
