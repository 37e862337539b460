/**
 * Reveal on scroll: what carries the class `reveal` and is out of sight is hidden until 10 % of it are in view, or as
 * many percent as its `data-reveal-at` says (spec section 9). Only this script hides anything, so that without it
 * everything is there.
 */
const shareOf = (element: Element) => Number((element as HTMLElement).dataset['revealAt'] ?? 10) / 100;

const observer = new IntersectionObserver(
  (entries) => {
    // Read once, and before anything changes: afterwards the browser would have to lay the page out to answer.
    const screen = innerHeight;
    for (const { target, intersectionRatio, intersectionRect, boundingClientRect } of entries) {
      const share = shareOf(target);
      // What is higher than the screen can never have that share in view: then that share of the screen counts.
      if (intersectionRatio >= share || intersectionRect.height >= share * screen) {
        target.removeAttribute('data-hidden');
        observer.unobserve(target);
      } else if (boundingClientRect.top >= screen) target.setAttribute('data-hidden', '');
    }
  },
  { threshold: Array.from({ length: 31 }, (_, percent) => percent / 100) },
);
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const element of document.querySelectorAll('.reveal')) observer.observe(element);
