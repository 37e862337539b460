/** What a person can do about a file that the editor can't change. */
const REMEDY = 'Ask a developer, or change the file itself.';

/** A change that can't be written. Its message says why, and what to do. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** For what anchors, aliases, tags and merge keys stand in: a change there would change what stands elsewhere, too. */
export const shortcutRefused = () =>
  new RefusedError(`This entry uses a shortcut of YAML (&… and *…, or !…) that can't be changed here. ${REMEDY}`);

/** For a way of writing that is right, and that this editor does not know. */
export const unusualRefused = () =>
  new RefusedError(`This entry is written in an unusual way that can't be changed here. ${REMEDY}`);

/** For a change after which the file would not hold what it should, or would have lost a note. */
export const unsafeRefused = () =>
  new RefusedError(`This change can't be written without touching what else stands in the file. ${REMEDY}`);
