import type { Field } from './core/field.ts';

/** What a copy file holds in one place. Days are texts such as `2027-05-31`. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/**
 * Where a value stands in a file: the keys, and the places in lists, from 0, that lead to it. The text below the fields
 * of an MDX file is a list of its own, {@link TEXT}, of the Markdown of its blocks.
 */
export type Path = readonly (string | number)[];

/** The key of a file's text among its fields. No field can have this name. */
export const TEXT = '(text)';

/** One step of an edit. Steps are made in order, each on what the one before has left. */
export type Change =
  | { do: 'set'; path: Path; value: Value }
  /** A field that may be left out, or an entry of a list. */
  | { do: 'remove'; path: Path }
  /** A new entry of a list, before the one that now stands in its place. */
  | { do: 'insert'; path: Path; value: Value }
  /** An entry of a list, to the place that it then has. */
  | { do: 'move'; path: Path; to: number };

/** What is wrong with a value, in the schema's words. */
export interface Mistake {
  path: Path;
  message: string;
}

/** A file as it stands on the disk. */
export interface Entry {
  /** From the project's folder, for example `content/home/10-hero.mdx`. */
  file: string;
  /** What to call it in a list: its title or heading, with figures put in. */
  title: string;
  /** Tells one state of the file from another. */
  hash: string;
  /** Its fields, and below {@link TEXT} its text if it can have one. Placeholders stand as they are written. */
  data: { [key: string]: Value };
  form: Field;
  /** Where its words can be seen, for example `/flow`, if there is a page for it. */
  page?: string;
}

/** A line of the list of all content. */
export interface Listed {
  file: string;
  title: string;
  /** The folder's files are listed under this name, for example `Home page`. */
  group: string;
  page?: string;
  /** Every text in it, with figures put in: what a search looks through, and what is found on a page. */
  texts: { path: Path; text: string }[];
  /** Whether it may be copied and deleted, because it is one of as many as there are. */
  free: boolean;
}

/** A folder to which files can be added. */
export interface Folder {
  /** For example `content/journey/`. */
  folder: string;
  group: string;
  /** What a new file begins with, if there is none to copy. */
  form: Field;
}

/** How a save can end. Nothing is written unless it is `saved`. */
export type Outcome =
  | { end: 'saved'; entry: Entry; save: number }
  /** The schema, or what reads the text, refuses it. */
  | { end: 'mistakes'; mistakes: Mistake[] }
  /** The file has changed since it was read. `theirs` is how it stands now. */
  | { end: 'conflict'; theirs: Entry }
  /** It can't be written without touching what else stands there. */
  | { end: 'refused'; message: string }
  /** It was written, the page could not be shown with it, and it was taken back. */
  | { end: 'broken'; message: string };

/** A save that can be undone, the last first. */
export interface Save {
  save: number;
  file: string;
  title: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** What it did, as sentences. */
  changes: Difference[];
  undone: boolean;
}

/** A value before and after, for a reader. `undefined` where there was or is none. */
export interface Difference {
  file: string;
  /** Where, in words, for example `Home page: Programs › Items › 1 › Title`. */
  where: string;
  before?: string;
  after?: string;
}

/** What has changed since the last commit. */
export interface Proposal {
  differences: Difference[];
  /** The branch on which the project stands; absent if it stands on none. */
  branch?: string;
  /** The message that a commit of it would have. */
  message: string;
  /** What has been proposed already, if the project stands on the branch of a proposal. */
  proposed?: Questions['propose']['answer'];
}

/** What the page asks of the dev server, by name: POST /_edit/<name> with the question as JSON. */
export interface Questions {
  list: { question: Record<string, never>; answer: { files: Listed[]; folders: Folder[] } };
  entry: { question: { file: string }; answer: Entry };
  /** `id` is new for each save: {@link Questions.outcome} tells its end after a reload. */
  save: { question: { id: string; file: string; hash: string; changes: Change[]; page: string }; answer: Outcome };
  /** Waits for a save that has been begun; null if there is none of this id. */
  outcome: { question: { id: string }; answer: Outcome | null };
  /** Copies a file, with changes made at once, or makes one of these fields alone. */
  create: {
    question: { id: string; folder: string; name: string; from?: string; changes: Change[]; page: string };
    answer: Outcome;
  };
  delete: { question: { id: string; file: string; hash: string; page: string }; answer: Outcome };
  /** A picture for a text: stored under /pictures/, by its name. The file's bytes are base64. */
  picture: { question: { name: string; bytes: string }; answer: { address: string; width: number; height: number } };
  saves: { question: Record<string, never>; answer: Save[] };
  undo: { question: { id: string; save: number; page: string }; answer: Outcome };
  proposal: { question: Record<string, never>; answer: Proposal };
  propose: { question: { message: string }; answer: { branch: string; commit: string } };
}
export type Question = keyof Questions;

/** What the dev server says when it can't answer at all, with a status of 4xx. */
export interface Refusal {
  message: string;
}
