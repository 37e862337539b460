/**
 * Counts a headline figure up once, when it comes into view. The counter is drawn over the text
 * (src/components/Figures.astro), which stays unchanged for screen readers and for copying.
 */
const observer = new IntersectionObserver((entries) => {
  // Read the height before anything changes, to avoid a forced layout.
  const middle = innerHeight / 2;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    // A figure that was visible from the start must not restart while the visitor looks at it.
    if (boundingClientRect.top < middle) continue;
    const { style, dataset } = target as HTMLElement;
    style.setProperty('--to', dataset['figure'] ?? '');
    dataset['counting'] = target.textContent.replace(/\d+/, '');
    target.addEventListener('animationend', () => delete dataset['counting'], { once: true });
  }
});
if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
  for (const figure of document.querySelectorAll('[data-figure]')) observer.observe(figure);

export {};
