import { UnreachableError } from '../../code-host/errors.ts';
import { Refused, Unreachable, type Answers } from '../../editing/client/api.ts';
import type { Questions } from '../../editing/protocol.ts';
import type { EditHost } from './host/edit-host.ts';
import { parseHtml } from './parse-html.ts';
import { FormNotice } from './proposal/FormNotice.tsx';
import { byKind } from './kinds.ts';
import { heed } from './session/session.ts';
import { addressOf } from './settings.ts';

/** The error for the editor: its message is for the person editing. */
function asRefusal(error: unknown): Error {
  heed(error);
  if (error instanceof UnreachableError) return new Unreachable(error.message);
  return new Refused(error instanceof Error ? error.message : String(error));
}

const isList = (answer: unknown): answer is Questions['list']['answer'] =>
  typeof answer === 'object' && answer !== null && 'files' in answer && 'folders' in answer;

/** Has the code host answer the editor. */
export const answersOf = (host: EditHost): Answers => ({
  async ask(name, question) {
    try {
      const answer = await host.ask(name, question);
      if (isList(answer)) answer.files = byKind(answer.files);
      return answer;
    } catch (error) {
      throw asRefusal(error);
    }
  },
  lost: 'GitHub has not answered, so it is not certain whether this was saved. Try again: nothing is saved twice.',
  addressOf,
  isRoom: true,
  parseHtml,
  pictureAt: (address) => host.picture(address),
  FormNotice,
});
