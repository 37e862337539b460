/** What Astro asks of a client directive. It stands on no page: src/browser/islands.ts does its work. */
export default () => undefined;
