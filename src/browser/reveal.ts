/**
 * Reveal on scroll: what carries the class `reveal` and is out of sight is hidden until 10 % of it are in view
 * (spec section 9). Only this script hides anything, so that without it everything is there.
 */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting) {
        target.removeAttribute('data-hidden');
        observer.unobserve(target);
      } else if (boundingClientRect.top > 0) target.setAttribute('data-hidden', '');
    }
  },
  { threshold: 0.1 },
);
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const element of document.querySelectorAll('.reveal')) observer.observe(element);
