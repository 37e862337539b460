/** A scroll shorter than this may be a tremor of the finger (pixels). */
const DELIBERATE = 8;

// On a small screen the call button shrinks to its icon while the visitor reads on (src/components/CallCorner.astro).
const button = document.querySelector('[data-call-button]');
let before = scrollY;
addEventListener(
  'scroll',
  () => {
    const down = scrollY - before;
    if (Math.abs(down) < DELIBERATE) return;
    before += down;
    button?.toggleAttribute('data-reading', down > 0);
  },
  { passive: true },
);
