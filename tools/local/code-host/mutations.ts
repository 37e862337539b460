import { authorOf, type Caller } from './accounts.ts';
import { objectValue, refValue, type Value } from './git-values.ts';
import type { Host } from './host.ts';
import { demandRepository, demandRight } from './queries.ts';
import type { Pull } from './records.ts';
import { GraphqlRefusal } from './refusal.ts';
import { MAIN } from './repository.ts';
import { updateRefusal } from './rule.ts';
import { writeCommit } from './write-commit.ts';

/** An optional field that is not set may be null. */
interface CommitInput {
  branch: { id?: string | null; repositoryNameWithOwner?: string | null; branchName?: string | null };
  clientMutationId?: string | null;
  expectedHeadOid: string;
  fileChanges?: {
    additions?: readonly { path: string; contents: string }[] | null;
    deletions?: readonly { path: string }[] | null;
  } | null;
  message: { headline: string; body?: string | null };
}

interface ReadyInput {
  clientMutationId?: string | null;
  pullRequestId: string;
}

/** GraphQL's name for a pull request. */
export const pullId = ({ number }: Pull): string => `PR_${number}`;

/** A pull request as the schema has it. */
const pullValue = (host: Host, pull: Pull): Value => ({
  id: pullId(pull),
  number: pull.number,
  title: pull.title,
  body: pull.body ?? '',
  baseRefName: MAIN,
  headRefName: pull.branch,
  headRefOid: () => host.repository.head(pull.branch),
  isDraft: pull.draft,
  state: pull.merged ? 'MERGED' : pull.state.toUpperCase(),
  updatedAt: new Date(pull.updated).toISOString(),
  url: `${host.url}/local/site/pull/${pull.number}`,
});

/** What a mutation can change. */
export function mutations(host: Host, caller: Caller) {
  const { repository, records, now } = host;
  return {
    async createCommitOnBranch({ input }: { input: CommitInput }): Promise<Value> {
      const { id, repositoryNameWithOwner, branchName } = input.branch;
      if (!id) demandRepository(repositoryNameWithOwner ?? '');
      const branch = (id?.replace(/^REF_/, '') ?? branchName ?? '').replace(/^refs\/heads\//, '');
      demandRight(caller, 'contents', 'write');
      if ((await repository.head(branch)) === undefined) throw new GraphqlRefusal('NOT_FOUND', 'Branch not found');
      const refusal = updateRefusal(branch);
      if (refusal !== undefined) throw new GraphqlRefusal('BRANCH_PROTECTION_RULE_VIOLATION', refusal);
      const { headline } = input.message;
      const body = input.message.body ?? '';
      if (headline.trim() === '') throw new GraphqlRefusal('UNPROCESSABLE', 'A commit message is required.');
      const { additions, deletions } = input.fileChanges ?? {};
      const head = await writeCommit(repository, {
        branch,
        expected: input.expectedHeadOid,
        changes: {
          additions: (additions ?? []).map(({ path, contents }) => ({
            path,
            contents: Buffer.from(contents, 'base64'),
          })),
          deletions: deletions ?? [],
        },
        message: body === '' ? headline : `${headline}\n\n${body}`,
        author: authorOf(caller),
        at: now(),
      });
      host.onPush(branch, head);
      return {
        clientMutationId: input.clientMutationId,
        commit: objectValue(host, await repository.object(head)),
        ref: refValue(host, { name: branch, head }),
      };
    },
    markPullRequestReadyForReview({ input }: { input: ReadyInput }): Value {
      const { clientMutationId, pullRequestId } = input;
      const pull = records.pulls.find((one) => pullId(one) === pullRequestId);
      if (!pull)
        throw new GraphqlRefusal('NOT_FOUND', `Could not resolve to a node with the global id of '${pullRequestId}'.`);
      demandRight(caller, 'pull_requests', 'write');
      if (pull.state === 'closed') throw new GraphqlRefusal('UNPROCESSABLE', 'The pull request is closed.');
      if (pull.draft) records.changePull(pull, { draft: false });
      return { clientMutationId, pullRequest: pullValue(host, pull) };
    },
  };
}
