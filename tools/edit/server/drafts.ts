import { join } from 'node:path';
import type { KeptDraft } from '../../../src/editing/protocol.ts';
import { localFolder } from '../../local/folder.ts';
import { readEntries, writeAtOnce } from './disk.ts';
import { QuestionError } from '../../../src/editing/files/question-error.ts';

/** All drafts together, in characters: far more than all of content/. Each keystroke may write them. */
const LARGEST = 8 * 1024 * 1024;

const path = () => join(localFolder(), 'edit', 'drafts.json');

/** The drafts of all runs. A browser loses those of earlier ones, because each run has an origin of its own. */
export const keptDrafts = (): KeptDraft[] => readEntries(path());

/** Keeps drafts in the order in which they were changed, in whatever order the requests arrive. */
export function draftKeeper(): (draft: KeptDraft) => null {
  /** When each was last changed or removed. Requests of earlier runs can't arrive any more. */
  const last = new Map<string, number>();
  return (draft) => {
    if (draft.at <= (last.get(draft.file) ?? 0)) return null;
    const others = keptDrafts().filter(({ file }) => file !== draft.file);
    const isRemoved = draft.changes.length === 0;
    const text = JSON.stringify(isRemoved ? others : [...others, draft]);
    if (!isRemoved && text.length > LARGEST)
      throw new QuestionError('What is not saved has become too large to keep. Save or discard some of it.', 413);
    // Others must not read words that are not published.
    writeAtOnce(path(), text, 0o600);
    last.set(draft.file, draft.at);
    return null;
  };
}
