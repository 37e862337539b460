import { fillPlaceholders } from '../../schemas/copy.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { loadCopy, loadEntries } from '../load-copy.ts';

/** What visitors ask, from content/assistant/questions/, with the figures filled in. */
export interface AskedQuestion {
  /** The subject, which is the title of its file. */
  subject: string;
  question: string;
  /** Other ways to ask it. */
  also: readonly string[];
  answer: string;
  /** Where the site says more: `/flow`, `/#contact`. */
  page: string;
}

/**
 * Reads content/assistant/questions/.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a file does not match its schema
 */
export function readQuestions(root = projectFolder): AskedQuestion[] {
  const questions = loadEntries('questions', root).flatMap(({ data: { title, questions } }) =>
    questions.map(({ also = [], ...asked }) => ({ ...asked, also, subject: title })),
  );
  return fillPlaceholders(questions, loadCopy('site', root).data);
}
