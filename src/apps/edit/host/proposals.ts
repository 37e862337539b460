import type { Account, CodeHost, Pull } from '../../../code-host/code-host.ts';
import { CodeHostError } from '../../../code-host/errors.ts';
import { PROPOSALS, proposalsOf } from '../../../lib/proposal-branches.ts';
import { messageOfWords } from '../proposal/title-and-body.ts';
import { MistakesError, OverwriteError, type EditHost, type Own } from './edit-host.ts';
import { proposalMistakes } from './proposal-mistakes.ts';
import type { WorkingCopy } from './working-copy.ts';

/** How many proposals of others are compared: each is a request. */
const MOST_OTHERS = 20;
/** Of how many branches whose proposal is not among the latest it is asked for: each is a request. */
const MOST_OLDER = 20;
/** GitHub cuts longer titles off. */
const LONGEST_TITLE = 256;

/** Proposes what is on the branch of a working copy, and knows of other proposals. */
export function openProposals(
  host: CodeHost,
  account: Account,
  copy: WorkingCopy,
): Pick<EditHost, 'propose' | 'ready' | 'refreshChecks' | 'others' | 'mine'> {
  /** The files of proposals of others, by their commit. */
  const known = new Map<string, readonly string[]>();

  async function filesOf({ head }: Pull): Promise<readonly string[]> {
    const files = known.get(head) ?? (await host.compare(copy.$work.get().main, head)).files;
    known.set(head, files);
    return files;
  }

  return {
    async propose({ title, body, over }) {
      const subject = title.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
      if (subject === '') throw new CodeHostError('Say in a few words what you propose.');
      if (await copy.leaveEnded())
        throw new CodeHostError(
          'This proposal was merged or closed in the meantime. What you save now begins a new one.',
        );
      const { head } = copy.now();
      await copy.read();
      const { branch, pull } = copy.$work.get();
      const text = { title: subject, body: body.trim() };
      // Without an answer, the text that is there can be this one.
      if (pull && over !== undefined && ![over, messageOfWords(text)].includes(messageOfWords(pull)))
        throw new OverwriteError(pull);
      if (branch === undefined || copy.now().head === copy.base())
        throw new CodeHostError('Nothing has been saved yet, so there is nothing to propose.');
      const mistakes = await proposalMistakes(host, copy);
      if (mistakes.length > 0) throw new MistakesError(mistakes);
      if (copy.now().head !== head)
        throw new CodeHostError('Somebody has saved to it meanwhile. Read what it changes now, and propose it then.');
      const proposed = pull
        ? await host.update({ number: pull.number, ...text })
        : await host.propose({ branch, ...text });
      copy.setPull(proposed);
      return proposed;
    },
    async ready() {
      const { pull } = copy.$work.get();
      if (!pull) throw new CodeHostError('Propose it first. Then it can be marked as ready for review.');
      await host.ready(pull);
      copy.setPull({ ...pull, draft: false });
    },
    async refreshChecks() {
      if ((await copy.leaveEnded()) || copy.$work.get().commits === 0) return { checks: [], preview: undefined };
      const { head } = copy.now();
      const [checks, preview] = await Promise.all([host.checks(head), host.preview(head)]);
      return { checks, preview };
    },
    async others() {
      const { branch } = copy.$work.get();
      const open = (await host.pulls()).filter((pull) => pull.open && pull.branch !== branch).slice(0, MOST_OTHERS);
      return Promise.all(open.map(async (pull) => ({ pull, files: await filesOf(pull) })));
    },
    async mine() {
      const [branches, latest] = await Promise.all([host.branches(PROPOSALS), host.pulls()]);
      // Somebody else may have committed to it last, or proposed it.
      const isOf = (name: string, login: string | undefined) =>
        login === account.login || name.startsWith(proposalsOf(account.login));
      const older = branches
        .filter(({ name, author }) => isOf(name, author) && !latest.some(({ branch }) => branch === name))
        .map(({ name }) => name)
        .sort((one, other) => other.localeCompare(one))
        .slice(0, MOST_OLDER);
      const found = await Promise.all(older.map((name) => host.pullOf(name)));
      const pulls = [...latest, ...found.filter((pull) => pull !== undefined)];
      const own = branches.flatMap(({ name, author }): Own[] => {
        const all = pulls.filter((pull) => pull.branch === name);
        const pull = all.find(({ open }) => open);
        // One that is merged or closed has ended, even if its branch is still there.
        const isOwn = pull ? isOf(name, pull.author) : all.length === 0 && isOf(name, author);
        return isOwn ? [{ branch: name, pull }] : [];
      });
      return own.sort((a, b) => b.branch.localeCompare(a.branch));
    },
  };
}
