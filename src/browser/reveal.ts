/**
 * Reveal on scroll: what carries the class `reveal` and is out of sight is hidden until 10 % of it are in view, or as
 * many percent as its `data-reveal-at` says (spec section 9). Only this script hides anything, so that without it
 * everything is there.
 */
const shareOf = (element: Element) => Number((element as HTMLElement).dataset['revealAt'] ?? 10) / 100;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio, boundingClientRect } of entries) {
      if (intersectionRatio >= shareOf(target)) {
        target.removeAttribute('data-hidden');
        observer.unobserve(target);
      } else if (boundingClientRect.top >= innerHeight) target.setAttribute('data-hidden', '');
    }
  },
  { threshold: [0, 0.1, 0.3] },
);
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const element of document.querySelectorAll('.reveal')) observer.observe(element);
