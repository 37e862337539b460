/**
 * The splash film. This runs while the document is read, right behind the dialog that it opens, so that nothing of the
 * page is seen before the film. It is compiled by itself and must import nothing (src/build/integrations/inline-script.ts).
 */

// Spec section 9: the splash fades for 0.5 s, and the hash scroll comes 0.3 s after it.
const FADE_MS = 500;
const HASH_SCROLL_MS = 300;
/** A film that does not play by then, or stops for as long, is not worth waiting for. */
const PATIENCE_MS = 1500;
const SEEN = 'splash-seen';

const root = document.documentElement;
const splash = document.getElementById('splash') as HTMLDialogElement;

/**
 * Once per session of a tab, and never for somebody who wants less motion or less data. Nor on a page that was made ready
 * before it was asked for: that one is there at once, and the film waits for a visit that has to wait (decision 009).
 */
function wanted(): boolean {
  if (document.prerendering) return false;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches)
    return false;
  try {
    if (sessionStorage.getItem(SEEN) !== null) return false;
    sessionStorage.setItem(SEEN, '');
    return true;
  } catch {
    // Storage is switched off: the film would come with every page.
    return false;
  }
}

function show(): void {
  const film = (splash.querySelector('template') as HTMLTemplateElement).content.firstElementChild as HTMLVideoElement;
  // Without its hash the page stays at its top behind the film, and can be seen scrolling to the section afterwards.
  const { hash, pathname, search } = location;
  if (hash) history.replaceState(history.state, '', pathname + search);
  let patience: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;

  const leave = () => {
    if (leaving) return;
    leaving = true;
    clearTimeout(patience);
    root.removeAttribute('data-splash');
    splash.setAttribute('data-leaving', '');
    setTimeout(() => {
      splash.close();
      film.remove();
      if (hash) setTimeout(() => location.replace(hash), HASH_SCROLL_MS);
    }, FADE_MS);
  };
  const wait = () => {
    clearTimeout(patience);
    patience = setTimeout(leave, PATIENCE_MS);
  };

  film.addEventListener('playing', () => clearTimeout(patience));
  film.addEventListener('waiting', wait);
  // Without a sound, browsers may pause it to save power: that ends it too.
  for (const end of ['ended', 'pause', 'error']) film.addEventListener(end, leave);
  splash.querySelector('button')?.addEventListener('click', leave);
  // Before a visitor's first touch the browser lets nobody delay a close request, so that it must make none itself
  // (closedby="none"). Older browsers make it all the same.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') leave();
  });
  splash.addEventListener('cancel', (event) => {
    event.preventDefault();
    leave();
  });

  root.setAttribute('data-splash', '');
  splash.prepend(film);
  splash.showModal();
  wait();
}

if (wanted()) show();
