/** The results of one bench: a section of a document. */
export interface Section {
  title: string;
  /** The command that measures it again. */
  command: string;
  /** Markdown, with tables. */
  body: string;
}
