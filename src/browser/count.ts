/**
 * Lets a headline figure count up once, as it comes into view. The text stays what it is: what counts is drawn over it
 * (src/components/Figures.astro), so that nobody reads, hears or copies anything else.
 */
const COUNTABLE = /^(\d+)([+%x]?)$/;

const observer = new IntersectionObserver((entries) => {
  // Before anything changes: afterwards the browser would have to lay the page out to answer.
  const middle = innerHeight / 2;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    const figure = target as HTMLElement;
    const [, number, sign] = COUNTABLE.exec(figure.textContent) ?? [];
    // What was there from the start is not made to begin again before the visitor's eyes.
    if (number === undefined || boundingClientRect.top < middle) continue;
    figure.style.setProperty('--to', number);
    figure.dataset['counting'] = sign;
    figure.addEventListener('animationend', () => delete figure.dataset['counting'], { once: true });
  }
});
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const figure of document.querySelectorAll('[data-figure]')) observer.observe(figure);

export {};
