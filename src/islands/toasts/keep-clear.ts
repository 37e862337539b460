/** The layers that cover the page at its upper or lower edge. */
const layers = new Set<HTMLElement>();

/** Writes how far the layers reach in from either edge to the page's CSS variables. */
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
 * Keeps scroll targets and focused elements clear of a layer (WCAG 2.4.11): the `scroll-padding` of the page and of
 * dialogs depends on the variables set here.
 *
 * @returns a function that ends it
 */
export function keepClear(layer: HTMLElement): () => void {
  layers.add(layer);
  const observer = new ResizeObserver(measure);
  observer.observe(layer);
  // A scroll may follow right away, before the observer reports.
  measure();
  return () => {
    observer.disconnect();
    layers.delete(layer);
    measure();
  };
}
