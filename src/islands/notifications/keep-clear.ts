/** What lies over the page at its upper or lower edge. */
const layers = new Set<HTMLElement>();

/** Tells the page's style how far the layers reach in from either edge. */
function measure(): void {
  const reach = { above: 0, below: 0 };
  for (const layer of layers) {
    const { top, bottom, height } = layer.getBoundingClientRect();
    if (height === 0) continue;
    if (top + bottom < innerHeight) reach.above = Math.max(reach.above, bottom);
    else reach.below = Math.max(reach.below, innerHeight - top);
  }
  for (const [edge, pixels] of Object.entries(reach))
    document.documentElement.style.setProperty(`--covered-${edge}`, `${pixels}px`);
}

/**
 * Has what is scrolled to, and what gets the focus, stop clear of a layer (WCAG 2.4.11): `scroll-padding` of the page and
 * of dialogs goes by what is told here.
 *
 * @returns what ends it
 */
export function keepClear(layer: HTMLElement): () => void {
  layers.add(layer);
  const observer = new ResizeObserver(measure);
  observer.observe(layer);
  // Whoever scrolls to something right now does not wait for the observer.
  measure();
  return () => {
    observer.disconnect();
    layers.delete(layer);
    measure();
  };
}
