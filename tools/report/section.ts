/** What one bench has measured: a section of a document. */
export interface Section {
  title: string;
  /** With which it can be measured again. */
  command: string;
  /** Markdown, with tables. */
  body: string;
}
