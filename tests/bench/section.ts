/** A part of docs/performance.md: what one benchmark measured. */
export interface Section {
  title: string;
  /** What to run to measure it again. */
  command: string;
  /** Markdown with tables */
  body: string;
}
