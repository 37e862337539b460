import { useEffect, useState } from 'react';

/** Whether the page can fill the screen. An iPhone can't. */
export const canFill = (): boolean => document.fullscreenEnabled;
/** Whether a picture can float over other windows. */
export const canFloat = (): boolean => document.pictureInPictureEnabled;

export function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // The browser shows why not.
  change.catch(() => {});
}

export function useFullScreen(): boolean {
  const [isFull, setFull] = useState(Boolean(document.fullscreenElement));
  useEffect(() => {
    const onChange = () => setFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  return isFull;
}

/** Shows the most important picture in a small window: the shared screen, who speaks, or anybody. */
export async function floatPicture(): Promise<void> {
  const video = [
    '.shared-screen video',
    '[data-speaks]:not([data-local]) video',
    '.tile:not([data-local]) video',
    'video',
  ]
    .map((selector) => document.querySelector<HTMLVideoElement>(selector))
    .find((found) => found !== null);
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch (error) {
    console.warn('The picture cannot float:', error);
  }
}

/** Keeps the screen of a phone on. Returns a function that ends it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    try {
      // Missing in some browsers, despite its type.
      lock = await (navigator as { wakeLock?: WakeLock }).wakeLock?.request('screen');
    } catch {
      // The battery is low, or the tab is hidden.
    }
  };
  const onVisible = () => void (document.visibilityState === 'visible' && ask());
  void ask();
  // The browser ends the lock when the tab is hidden.
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}

/** Asks before a tab with a call is closed. Returns a function that ends it. */
export function guardTab(): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => window.removeEventListener('beforeunload', onBeforeUnload);
}
