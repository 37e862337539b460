import type { Account, CodeHost } from '../../../code-host/code-host.ts';
import { entry, list } from '../../../editing/files/entries.ts';
import type { Outcome, Question, Questions } from '../../../editing/protocol.ts';
import { makeTurns } from '../../../lib/in-turn.ts';
import { changesOf, differencesOf, filesBefore } from './changes.ts';
import { MistakesError, type EditHost } from './edit-host.ts';
import { messageOf } from '../../../editing/files/message.ts';
import { openProposals } from './proposals.ts';
import { openSaver } from './save.ts';
import { openSaves } from './saves.ts';
import { readPicture } from './read-picture.ts';
import { scalePicture } from './scale-picture.ts';
import { storePicture, type Scale } from './store-picture.ts';
import { openWorkingCopy } from './working-copy.ts';

type Answers = {
  [Name in Question]: (
    question: Questions[Name]['question'],
  ) => Questions[Name]['answer'] | Promise<Questions[Name]['answer']>;
};

/**
 * Opens the editor's host in this browser, with the site as it is on main.
 *
 * @param account of the token that `host` was opened with
 * @param scale scales a picture
 * @throws CodeHostError
 */
export async function openEditHost(host: CodeHost, account: Account, scale: Scale = scalePicture): Promise<EditHost> {
  const copy = await openWorkingCopy(host, account);
  const saves = openSaves(host, copy);
  const saver = openSaver(copy, saves);
  const proposals = openProposals(host, account, copy);
  /** Each request sees the branch as the one before has left it. */
  const inTurn = makeTurns();
  /** The outcomes of this session by their id. */
  const outcomes = new Map<string, Promise<Outcome>>();

  const once =
    <Asked extends { id: string }>(work: (asked: Asked) => Promise<Outcome>) =>
    (asked: Asked): Promise<Outcome> => {
      const end = outcomes.get(asked.id) ?? inTurn(() => work(asked));
      outcomes.set(asked.id, end);
      return end;
    };

  const answers: Answers = {
    async list() {
      const { files, ...rest } = list(copy.source);
      const before = await filesBefore(host, copy);
      const listed = files.map((one) => (before?.has(one.file) === false ? { ...one, isNew: true as const } : one));
      return { files: listed, ...rest };
    },
    async entry({ file, hash = copy.source.version(file) }) {
      if (hash !== copy.source.version(file)) await inTurn(() => copy.read());
      return entry(copy.source, file);
    },
    save: once((asked) => saver.save(asked)),
    create: once((asked) => saver.create(asked)),
    delete: once((asked) => saver.remove(asked)),
    undo: once((asked) => saver.undo(asked)),
    outcome: async ({ id }) => (await outcomes.get(id)) ?? null,
    // The browser keeps drafts itself.
    drafts: () => [],
    draft: () => null,
    mails: () => [],
    picture: (asked) => inTurn(() => storePicture(copy, scale, asked)),
    saves: () => saves.list(),
    async proposal() {
      const differences = await differencesOf(host, copy);
      const { branch } = copy.$work.get();
      return { differences, message: messageOf(differences), ...(branch !== undefined && { branch }) };
    },
    async propose({ message }) {
      const [title = '', ...body] = message.split('\n');
      try {
        const { branch, head } = await edit.propose({ title, body: body.join('\n') });
        return { branch, commit: head, commands: [] };
      } catch (error) {
        if (error instanceof MistakesError) return { mistakes: [...error.mistakes] };
        throw error;
      }
    },
  };

  const edit: EditHost = {
    // Whatever goes wrong is a rejection.
    ask: async (name, question) => await answers[name](question),
    $work: copy.$work,
    picture: (address) => readPicture(host, copy, address),
    proposal: () => inTurn(() => changesOf(host, copy)),
    propose: (text) => inTurn(() => proposals.propose(text)),
    ready: () => inTurn(() => proposals.ready()),
    refreshChecks: () => inTurn(() => proposals.refreshChecks()),
    others: () => proposals.others(),
    mine: () => proposals.mine(),
    choose: (branch) => inTurn(() => copy.choose(branch)),
  };
  return edit;
}
