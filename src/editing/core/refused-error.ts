/** What someone can do about a file that the editor can't change. */
const REMEDY = 'Ask a developer, or change the file itself.';

/** A change that can't be written. Its message says why, and what to do. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** For anchors, aliases, tags and merge keys: a change there would also change other places. */
export const shortcutRefused = () =>
  new RefusedError(`This entry uses a YAML shortcut (&… and *…, or !…) that can't be changed here. ${REMEDY}`);

/** For valid YAML that this editor does not support. */
export const unusualRefused = () =>
  new RefusedError(`This entry is written in an unusual way that can't be changed here. ${REMEDY}`);

/** For a change after which the file would have the wrong values, or would have lost a comment. */
export const unsafeRefused = () =>
  new RefusedError(`This change can't be made without affecting other parts of the file. ${REMEDY}`);
