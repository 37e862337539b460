import { emailCopyIn } from './integrations/email-copy.ts';
import { readAgent } from './knowledge/agent.ts';
import { knowledgeText } from './knowledge/knowledge-text.ts';
import { readOutcome } from './knowledge/outcome.ts';

/** Words that merging and publishing alone don't bring to visitors. */
interface LateWords {
  /** As in docs/deploy.md. */
  what: string;
  command: string;
  /** Whether the command is run before the site is published, or after. */
  order: 'before' | 'after';
  /** All of these words. */
  read: (root: string) => string;
}

export const LATE_WORDS: readonly LateWords[] = [
  {
    what: 'text of mails, the name, `retention`',
    command: 'npm run backend -- functions',
    order: 'before',
    read: (root) => JSON.stringify(emailCopyIn(root)),
  },
  {
    what: 'what the agent says and finds out, text of the site',
    command: 'npm run assistant -- push',
    order: 'after',
    read: (root) => JSON.stringify([readAgent(root), readOutcome(root)]) + knowledgeText(root),
  },
];

/** Whether words differ; also true if those of one folder can't be read. */
function differ(read: LateWords['read'], before: string, after: string): boolean {
  try {
    return read(before) !== read(after);
  } catch {
    return true;
  }
}

/**
 * The commands that bring a change of words to visitors, besides publishing the site.
 *
 * @param before the folder that contains content/ without the change
 * @param after the folder that contains it with the change
 */
export const commandsAfter = (before: string, after: string): Pick<LateWords, 'command' | 'order'>[] =>
  LATE_WORDS.filter(({ read }) => differ(read, before, after)).map(({ command, order }) => ({ command, order }));
