/** TypeScript does not know it yet, and not every browser has it. */
interface Document {
  /** Whether the page is being made ready for a visit that may never come. */
  readonly prerendering?: boolean;
}
