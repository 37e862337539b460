import { fillPlaceholders } from '../../schemas/copy.ts';
import type { EvalTurn } from '../../schemas/evals.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { loadCopy, loadEntries } from '../load-copy.ts';

/** A conversation of content/assistant/evals/ with one caller, with the figures filled in. */
export interface EvalConversation {
  /** Its file's subject, what it is about, and which of its callers it is. */
  name: string;
  /** The name that was typed before the call; empty if none was. */
  caller: string;
  /** The caller's date and time, for example Tue, 2026-11-24, 10:00. */
  clock: string;
  turns: readonly EvalTurn[];
}

/** A clock for conversations whose time does not matter. */
const ANY_TIME = 'Tue, 2026-11-24, 10:00';

/**
 * Reads content/assistant/evals/.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a file does not match its schema
 */
export function readEvals(root = projectFolder): EvalConversation[] {
  const files = fillPlaceholders(
    loadEntries('evals', root).map(({ data }) => data),
    loadCopy('site', root).data,
  );
  return files.flatMap(({ title, conversations }) =>
    conversations.flatMap(({ name, callers = [''], clock = ANY_TIME, turns }) =>
      callers.map((caller, index) => ({
        name: `${title}: ${name}${callers.length > 1 ? ` (${index + 1})` : ''}`,
        caller,
        clock,
        turns,
      })),
    ),
  );
}
