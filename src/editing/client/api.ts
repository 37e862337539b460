import type { Question, Questions, Refusal } from '../protocol.ts';

/** The dev server has refused a question, in words for whoever asked. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Nobody answered: the dev server has stopped, or the network is gone. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor() {
    super('The site’s dev server does not answer. Look whether “npm run dev” still runs, and try again.');
  }
}

const token = () => document.querySelector<HTMLMetaElement>('meta[name="edit-token"]')?.content ?? '';

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string';

/**
 * Asks the dev server.
 *
 * @throws Refused with what the server says, Unreachable when nobody answers
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
    throw new Refused(`The dev server gave an answer that can’t be read (${response.status}). Tell a developer.`);
  }
  if (response.ok) return answer as Questions[Name]['answer'];
  throw new Refused(isRefusal(answer) ? answer.message : `The dev server could not do it (${response.status}).`);
}

/** What to say of an error of {@link ask}. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
