/**
 * Counts a headline figure up once, when it comes into view. The counter is drawn over the text
 * (src/components/Figures.astro), which stays unchanged for screen readers and for copying.
 */
const COUNTABLE = /^(\d+)([+%x]?)$/;

const observer = new IntersectionObserver((entries) => {
  // Read the height before anything changes, to avoid a forced layout.
  const middle = innerHeight / 2;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    const figure = target as HTMLElement;
    const [, number, sign] = COUNTABLE.exec(figure.textContent) ?? [];
    // A figure that was visible from the start must not restart while the visitor looks at it.
    if (number === undefined || boundingClientRect.top < middle) continue;
    figure.style.setProperty('--to', number);
    figure.dataset['counting'] = sign;
    figure.addEventListener('animationend', () => delete figure.dataset['counting'], { once: true });
  }
});
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const figure of document.querySelectorAll('[data-figure]')) observer.observe(figure);

export {};
