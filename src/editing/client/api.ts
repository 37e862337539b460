import { SESSION, type Question, type Questions, type Refusal } from '../protocol.ts';
import { readKept, storage } from './kept.ts';

/** The dev server has refused a request. The message is for the person editing. */
export class Refused extends Error {
  override name = 'Refused';
}

/** No response: the dev server has stopped, or the network is down. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor() {
    super(
      'The dev server does not respond. If “npm run edit” has started again, go on in the tab that it opened. Otherwise start it.',
    );
  }
}

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

/**
 * Sends a request to the dev server.
 *
 * @param outlives whether it is sent even if the page is left meanwhile; browsers limit such requests to 64 KB
 * @throws Refused with the server's message, Unreachable when there is no response
 */
export async function ask<Name extends Question>(
  name: Name,
  question: Questions[Name]['question'],
  outlives = false,
): Promise<Questions[Name]['answer']> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/_edit/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-edit-session': session() ?? '' },
      body: JSON.stringify(question),
      keepalive: outlives,
    });
    text = await response.text();
  } catch {
    throw new Unreachable();
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

/** The message of an error from {@link ask}. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
