import type { Field } from './core/field.ts';

/** The key of a tab's session in its `sessionStorage`. Requests send it in the header `x-edit-session`. */
export const SESSION = 'site-editing/session';
/** The key of the place that had the focus when the page was left, in its `sessionStorage`. */
export const FOCUS = 'site-editing/focus';

/** A value in a copy file. Days are texts such as `2027-05-31`. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/**
 * The path of a value in a file: keys, and list indexes from 0. The text below the fields of an MDX file is a list,
 * {@link TEXT}, with the Markdown of each block.
 */
export type Path = readonly (string | number)[];

/** The key of a file's text among its fields. No field can have this name. */
export const TEXT = '(text)';

/** Where a mistake in the name of a new file is. No field can have this name. */
export const FILE_NAME = '(name)';

/** One step of an edit. Steps are applied in order, each to the result of the one before. */
export type Change =
  | { do: 'set'; path: Path; value: Value }
  /** An optional field, or a list entry. */
  | { do: 'remove'; path: Path }
  /** A new list entry, before the current entry at this index. */
  | { do: 'insert'; path: Path; value: Value }
  /** Moves a list entry; `to` is its index afterwards. */
  | { do: 'move'; path: Path; to: number };

/** What is wrong with a value, in the schema's words. */
export interface Mistake {
  path: Path;
  message: string;
  /** The place to change, if it is in another file. */
  elsewhere?: { file: string; path: Path };
}

/** A file as it is on disk. */
export interface Entry {
  /** Relative to the project folder, for example `content/home/hero.mdx`. */
  file: string;
  /** Its name in a list: its title or heading, with figures filled in. */
  title: string;
  /** Identifies one version of the file. */
  hash: string;
  /** Its fields, and under {@link TEXT} its text if it can have one. Placeholders are not filled in. */
  data: { [key: string]: Value };
  form: Field;
  /** The page that shows it, for example `/flow`, if there is one. */
  page?: string;
}

/** Unsaved changes in a form, as the dev server keeps them. */
export interface KeptDraft {
  /** The file, or the name of the form for a new file. */
  file: string;
  title: string;
  /** The hash of the file that the changes are based on; for a new file, the file that it copies. */
  hash: string;
  base: { [key: string]: Value };
  changes: readonly Change[];
  /** The data of the file, if the base is what was typed before a save, which the form still shows. */
  inFile?: { [key: string]: Value };
  /** What has been sent of the changes, each time, without being told that it was saved. It may have arrived. */
  sent?: readonly (readonly Change[])[];
  /** When it was last changed, in milliseconds since 1970; 0 if nothing has been typed. */
  at: number;
}

/** A line of the list of all content. */
export interface Listed {
  file: string;
  title: string;
  /** The heading it is listed under, for example `Home page`. */
  group: string;
  page?: string;
  /**
   * Every text in it, with figures filled in: for the search, and to find texts on a page. `where` is its place in the
   * words of the form, for example `Mail to the visitor › Subject`.
   */
  texts: { path: Path; where: string; text: string }[];
  /** The names in braces in it, and of the figures that it shows. */
  uses: string[];
  /** A section of the home page that is not shown. */
  hidden?: true;
  /** Only a proposal has it: the public site does not show it yet. */
  isNew?: true;
  /** Whether it can be copied and deleted: its folder can hold any number of files. */
  free: boolean;
}

/** A folder to which files can be added. */
export interface Folder {
  /** For example `content/journey/`. */
  folder: string;
  group: string;
  /** The form of a new file, if there is none to copy. */
  form: Field;
  /** Whether a new file can have a text below its fields. */
  text: boolean;
}

/** What a text can contain besides Markdown (src/schemas/text-elements.ts). */
export interface TextElement {
  /** For example `Button`. */
  name: string;
  use: string;
  example: string;
  /** Whether it is a block of its own, not part of a line. */
  isBlock: boolean;
}

/** A mail as it is sent, with the answers of an imaginary visitor. */
export interface ShownMail {
  /** To whom, for example `Mail to our team`. */
  title: string;
  subject: string;
  /** A document of its own, without scripts. */
  html: string;
}

/** A value that has changed again since the save that is to be undone. */
export interface Clash {
  /** Where it is, or was. */
  path: Path;
  /** What undoing would restore; absent if it would remove the value. */
  before?: Value;
  /** Absent if it is gone. */
  now?: Value;
}

/** The result of a save. Nothing is written unless it is `saved`. */
export type Outcome =
  | { end: 'saved'; entry: Entry; save: number }
  /** The schema or the Markdown parser rejects it. */
  | { end: 'mistakes'; mistakes: Mistake[] }
  /** The file has changed since it was read. `theirs` is its current state. */
  | { end: 'conflict'; theirs: Entry }
  /** What is to be undone has changed again since. Nothing else is undone either. */
  | { end: 'clash'; theirs: Entry; clashes: Clash[] }
  /** It can't be written without affecting other parts of the file. */
  | { end: 'refused'; message: string }
  /** It was written, but the page could not be rendered with it, so it was rolled back. */
  | { end: 'broken'; message: string };

/** A save that can be undone. */
export interface Save {
  save: number;
  file: string;
  title: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What it changed. */
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
  /** What was done, where before and after would not say it: `“Reasons” moved from 5 to 6`. */
  says?: string;
}

/** Changes on a branch of their own. */
export interface Proposed {
  branch: string;
  commit: string;
  /** What a developer runs after merging it, before or after the site is published, so that all of it goes live. */
  commands: { command: string; order: 'before' | 'after' }[];
}

/** What has changed since the last commit. */
export interface Proposal {
  differences: Difference[];
  /** The current branch; absent if HEAD is detached. */
  branch?: string;
  /** The suggested commit message. */
  message: string;
  /** What has been proposed already, if the current branch is that of a proposal. */
  proposed?: Proposed;
}

/** The requests from the page to the dev server, by name: POST /_edit/<name> with the question as JSON. */
export interface Questions {
  list: { question: Record<string, never>; answer: { files: Listed[]; folders: Folder[]; elements: TextElement[] } };
  /** `hash`: of a draft. If the file is not that version, it is read again first: another tab may know a newer one. */
  entry: { question: { file: string; hash?: string }; answer: Entry };
  /** `id` is new for each save: {@link Questions.outcome} returns its result after a reload. */
  save: { question: { id: string; file: string; hash: string; changes: Change[]; page: string }; answer: Outcome };
  /** Waits for a save that is in progress; null if there is none with this id. */
  outcome: { question: { id: string }; answer: Outcome | null };
  /** The drafts that are kept, also of earlier runs. */
  drafts: { question: Record<string, never>; answer: KeptDraft[] };
  /** Keeps a draft, or removes it if it has no changes. It has no effect if it is older than what came before. */
  draft: { question: KeptDraft; answer: null };
  /**
   * Copies a file and applies changes to the copy, or creates a file from the changes alone. `base`: what the changes apply
   * to, since the original may have changed, or be gone.
   */
  create: {
    question: {
      id: string;
      folder: string;
      name: string;
      from?: string;
      base?: { [key: string]: Value };
      changes: Change[];
      page: string;
    };
    answer: Outcome;
  };
  delete: { question: { id: string; file: string; hash: string; page: string }; answer: Outcome };
  /** A picture for a text, stored under /pictures/ by its name. The bytes are base64. */
  picture: { question: { name: string; bytes: string }; answer: { address: string; width: number; height: number } };
  /** The mails that a file has words of, with fields that need not be saved. */
  mails: { question: { file: string; data: { [key: string]: Value } }; answer: ShownMail[] };
  saves: { question: Record<string, never>; answer: Save[] };
  undo: { question: { id: string; save: number; page: string }; answer: Outcome };
  proposal: { question: Record<string, never>; answer: Proposal };
  /** Nothing is proposed if a build of the site would stop. */
  propose: { question: { message: string }; answer: Proposed | { mistakes: Mistake[] } };
}
export type Question = keyof Questions;

/** The dev server's error response, with a 4xx status. */
export interface Refusal {
  message: string;
}
