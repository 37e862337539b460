/**
 * Lets the browser paint the first view of the home page before it lays out the rest, which appears right after that frame.
 * This script is compiled separately and must not import anything (src/build/integrations/inline-script.ts).
 */
const { dataset } = document.documentElement;
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// Whoever returns, or goes to a section or a text, needs the whole page at once: the browser scrolls to a place in it. A
// prerendered page is laid out before it is shown. Browsers that never prerender don't say when they go to a text.
if (arrival?.type === 'navigate' && !arrival.name.includes('#') && document.prerendering === false) {
  const showRest = () => {
    delete dataset['firstView'];
  };
  dataset['firstView'] = '';
  requestAnimationFrame(() => setTimeout(showRest));
  // A tab in the background has no frames.
  addEventListener('load', showRest);
}
