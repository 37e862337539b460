/** The entrypoint that Astro requires of a client directive. No page loads it: src/browser/islands.ts does its work. */
export default () => undefined;
