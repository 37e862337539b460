/**
 * Where an editor's content is: a folder on disk, or a branch of a repository. Reads are synchronous. Only files with a
 * schema are in it.
 */
export interface CopySource {
  /** In the order of the site, relative to the project folder. */
  files(): readonly string[];
  /** The text of a file; null if there is none. */
  read(file: string): string | null;
  /** Identifies the version of a file that {@link read} gives; '' if there is none. */
  version(file: string): string;
}
