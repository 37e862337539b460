/** TypeScript doesn't declare it yet, and not every browser supports it. */
interface Document {
  /** Whether the page is being prerendered, for a visit that may never happen. */
  readonly prerendering?: boolean;
}
