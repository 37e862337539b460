import { SESSION, type Question, type Questions, type Refusal } from '../protocol.ts';
import { Refused, Unreachable, type Answers } from './api.ts';
import { readKept, storage } from './kept.ts';

const SILENT =
  'The dev server does not respond. If “npm run edit” has started again, go on in the tab that it opened. Otherwise start it.';

/** The session of this tab, which the page sets that `npm run edit` opens; undefined in other tabs. */
function session(): string | undefined {
  const store = storage('sessionStorage');
  const kept = store && readKept(store, SESSION);
  return typeof kept === 'string' ? kept : undefined;
}

/** Whether this tab was opened for editing. */
export const mayEdit = (): boolean => session() !== undefined;

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string';

async function ask<Name extends Question>(
  name: Name,
  question: Questions[Name]['question'],
  outlives: boolean,
): Promise<Questions[Name]['answer']> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/_edit/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-edit-session': session() ?? '' },
      body: JSON.stringify(question),
      // Browsers limit such requests to 64 KB.
      keepalive: outlives,
    });
    text = await response.text();
  } catch {
    throw new Unreachable(SILENT);
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Refused(`The dev server sent an unreadable response (${response.status}). Tell a developer.`);
  }
  if (response.ok) return answer as Questions[Name]['answer'];
  throw new Refused(isRefusal(answer) ? answer.message : `The dev server could not do this (${response.status}).`);
}

/** The dev server that serves this page: it edits the files on this machine. */
export const DEV_SERVER: Answers = {
  ask,
  lost: 'The dev server has restarted in the meantime. Try again.',
  addressOf: (page) => page,
};
