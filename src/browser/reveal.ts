/**
 * Reveal on scroll: an element with the class `reveal` that is out of sight is hidden until 10 % of it, or the
 * percentage in its `data-reveal-at`, is in view (spec section 9). Only this script hides anything, so without it
 * everything is visible.
 */
const shareOf = (element: Element) => Number((element as HTMLElement).dataset['revealAt'] ?? 10) / 100;

const observer = new IntersectionObserver(
  (entries) => {
    // Read once and before anything changes, to avoid a forced layout.
    const screen = innerHeight;
    for (const { target, intersectionRatio, intersectionRect, boundingClientRect } of entries) {
      const share = shareOf(target);
      // An element taller than the screen may never have that share in view: it needs that share of the screen instead.
      if (intersectionRatio >= share || intersectionRect.height >= share * screen) {
        target.removeAttribute('data-hidden');
        observer.unobserve(target);
      } else if (boundingClientRect.top >= screen || boundingClientRect.width === 0) {
        // Without a width, it is not laid out yet (early-first-view.ts).
        target.setAttribute('data-hidden', '');
      }
    }
  },
  { threshold: Array.from({ length: 31 }, (_, percent) => percent / 100) },
);
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const element of document.querySelectorAll('.reveal')) observer.observe(element);
