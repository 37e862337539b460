/** Marks the current section in the table of contents with `aria-current`. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-labelledby="contents"] a')];
const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));

function mark(): void {
  // The current section is the last one that begins in the upper third of the screen, or above it.
  const current = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top < innerHeight / 3);
  links.forEach((link, index) =>
    index === current ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current'),
  );
}
addEventListener('scroll', mark, { passive: true });
mark();
