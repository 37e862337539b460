import type { ComponentType } from 'react';
import type { Question, Questions } from '../protocol.ts';

/** A request was refused. The message is for the person editing. */
export class Refused extends Error {
  override name = 'Refused';
}

/** No response: the dev server or the code host can't be reached. The message says what to do. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** What answers the editor's questions: the dev server, or in the room the code host. */
export interface Answers {
  /**
   * @param outlives whether it is sent even if the page is left meanwhile
   * @throws Refused, Unreachable
   */
  ask: <Name extends Question>(
    name: Name,
    question: Questions[Name]['question'],
    outlives: boolean,
  ) => Promise<Questions[Name]['answer']>;
  /** Said when the result of a request is not known. */
  lost: string;
  /** Where a page of the site, such as `/flow`, can be seen. */
  addressOf: (page: string) => string;
  /**
   * Whether the editor has a page of its own. There, the page of a text opens in another tab, and each form has the
   * tools of its file, since the list may not be in view.
   */
  isRoom?: true;
  /** Where a picture can be seen, by its address on the site, if the site itself may not have it. */
  pictureAt?: (address: string) => Promise<string | undefined>;
  /** Reads pasted HTML, where the page's policy forbids it to a library; undefined if the browser can't. */
  parseHtml?: (html: string) => HTMLElement | undefined;
  /** Shown above the form of a file. */
  FormNotice?: ComponentType<{ file: string }>;
}

let answers: Answers | undefined;

/** Sets what answers from now on. An entry point does it, before anything is asked. */
export function answerWith(given: Answers): void {
  answers = given;
}

/** What answers, for what depends on it. */
export function answering(): Answers {
  if (!answers) throw new Error('Nothing answers the editor yet: an entry point has to call answerWith() first.');
  return answers;
}

/**
 * Asks the dev server or the code host.
 *
 * @param outlives whether it is sent even if the page is left meanwhile
 * @throws Refused with a message for the person editing, Unreachable when there is no response
 */
export const ask = async <Name extends Question>(
  name: Name,
  question: Questions[Name]['question'],
  outlives = false,
): Promise<Questions[Name]['answer']> => answering().ask(name, question, outlives);

/** The message of an error from {@link ask}. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
