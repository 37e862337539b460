import type { Change } from '../protocol.ts';

/** One change of a file. */
export interface Edit {
  file: string;
  /** The file's text; null where there is none. */
  before: string | null;
  after: string | null;
  /** The steps from one to the other, if they are known and there is a file before and after. */
  changes?: readonly Change[];
}

/** A change that was saved. */
export interface SavedEdit extends Edit {
  /** Its number. Later ones are higher. */
  save: number;
  undone: boolean;
}
