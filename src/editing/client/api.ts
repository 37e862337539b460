import type { Question, Questions, Refusal } from '../protocol.ts';

/** The dev server has refused a request. The message is for the person editing. */
export class Refused extends Error {
  override name = 'Refused';
}

/** No response: the dev server has stopped, or the network is down. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor() {
    super('The dev server does not respond. Check that “npm run edit” is still running, and try again.');
  }
}

const token = () => document.querySelector<HTMLMetaElement>('meta[name="edit-token"]')?.content ?? '';

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string';

/**
 * Sends a request to the dev server.
 *
 * @throws Refused with the server's message, Unreachable when there is no response
 */
export async function ask<Name extends Question>(
  name: Name,
  question: Questions[Name]['question'],
): Promise<Questions[Name]['answer']> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/_edit/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-edit-token': token() },
      body: JSON.stringify(question),
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
