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
 * Has the SDK hang up, also where the call machine is dead and would never say that it has left: then we say it in its
 * place, without which every later call on this page would be refused as a duplicate.
 *
 * @param stop the SDK's own way to hang up
 */
export async function hangUp(stop: () => Promise<void>): Promise<void> {
  const stopped = stop();
  if (await within(STOP_WITHIN_MS, stopped)) return;
  window.postMessage({ what: 'iframe-call-message', action: 'left-meeting', from: 'embedded' }, location.origin);
  await within(STOP_WITHIN_MS, stopped);
}

/** Takes away the players that the SDK leaves behind when it hangs up. */
export function removePlayers(): void {
  for (const player of document.querySelectorAll<HTMLAudioElement>('body > audio[data-participant-id]')) {
    player.srcObject = null;
    player.remove();
  }
}

/**
 * Keeps rejections that the SDKs leave unhandled from the page's error reports. Ours are always errors; theirs are
 * strings and plain objects.
 *
 * @returns what ends it
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
