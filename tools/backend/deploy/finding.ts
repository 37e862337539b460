/** Something about a project that is not as the site needs it. */
export interface Finding {
  /** What is wrong, in a sentence. */
  wrong: string;
  /** What to do: a command, or statements for the SQL editor. */
  mend: string;
}

/** What `npm run backend -- …` can mend by itself. */
export const PUSH = 'npm run backend -- push';
export const DEPLOY = 'npm run backend -- functions';
