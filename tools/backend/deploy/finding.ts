/** Something that is not set up as the site needs it. */
export interface Finding {
  /** What is wrong, in a sentence. */
  wrong: string;
  /** What to do: a command, or statements for the SQL editor. */
  fix: string;
}

/** The commands that fix most findings. */
export const PUSH = 'npm run backend -- push';
export const DEPLOY = 'npm run backend -- functions';
