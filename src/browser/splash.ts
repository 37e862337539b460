/**
 * The splash film. Runs while the document is parsed, right after its dialog, so that the page does not show before the
 * film. It is compiled separately and must not import anything (src/build/integrations/inline-script.ts).
 */

/** From the end of the fade, or without a film from the end of the document, to the hash scroll (spec section 9). */
const HASH_SCROLL_MS = 300;
/** A film that takes longer to start, or stalls for longer, is skipped. */
const STALL_MS = 1500;
const SEEN = 'splash-seen';

const root = document.documentElement;
const splash = document.getElementById('splash') as HTMLDialogElement;

/**
 * Whether to show the film: once per tab session, to visitors who begin at the home page, and never to those who prefer
 * less motion or less data. Not on a prerendered page either: it is there at once, and the film is for visits that have
 * to wait (decision 009).
 */
function wanted(): boolean {
  if (document.prerendering || document.referrer.startsWith(`${location.origin}/`)) return false;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  try {
    if (sessionStorage.getItem(SEEN) !== null) return false;
    sessionStorage.setItem(SEEN, '');
    return true;
  } catch {
    // Storage is switched off: the film would play on every page.
    return false;
  }
}

// Without its hash, the page stays at the top and visibly scrolls to the section afterwards. After a reload and on the
// way back, the browser restores the position instead.
const { hash, pathname, search } = location;
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const scrolls = hash !== '' && !['reload', 'back_forward'].includes(visit?.type ?? '');
if (scrolls) history.replaceState(history.state, '', pathname + search);

function scrollToHash(): void {
  if (scrolls) setTimeout(() => location.replace(hash), HASH_SCROLL_MS);
}

function show(): void {
  const film = (splash.querySelector('template') as HTMLTemplateElement).content.firstElementChild as HTMLVideoElement;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;

  const leave = () => {
    if (leaving) return;
    leaving = true;
    clearTimeout(timeout);
    root.removeAttribute('data-splash');
    splash.setAttribute('data-leaving', '');
    void Promise.allSettled(splash.getAnimations().map(({ finished }) => finished)).then(() => {
      splash.close();
      film.remove();
      scrollToHash();
    });
  };
  const wait = () => {
    clearTimeout(timeout);
    timeout = setTimeout(leave, STALL_MS);
  };

  film.addEventListener('playing', () => clearTimeout(timeout));
  film.addEventListener('waiting', wait);
  // Browsers may pause a silent film to save power: that ends it, too.
  for (const end of ['ended', 'pause', 'error']) film.addEventListener(end, leave);
  splash.querySelector('button')?.addEventListener('click', leave);
  // Before the first user interaction, scripts can't intercept a close request, so the dialog must not send one itself
  // (closedby="none"). Older browsers send it anyway.
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
else if (document.prerendering) document.addEventListener('prerenderingchange', scrollToHash, { once: true });
else addEventListener('DOMContentLoaded', scrollToHash);
