import { z } from 'zod';
import type { CodeHost } from './code-host.ts';
import type { Connection } from './connection.ts';
import { InvalidError, MovedError } from './errors.ts';
import { base64Of, bytesOf } from './text-bytes.ts';
import { checkWritable } from './writable.ts';

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;
const commitShape = z.object({ createCommitOnBranch: z.object({ commit: z.object({ oid: z.string() }) }) });

/** The only functions that write to the repository: to branches of proposals, and to words and pictures alone. */
export function committer(connection: Connection): Pick<CodeHost, 'begin' | 'commit'> {
  return {
    async begin(name, at) {
      checkWritable(name, []);
      try {
        await connection.rest(z.unknown(), {
          method: 'POST',
          path: `/repos/${connection.repository}/git/refs`,
          body: { ref: `refs/heads/${name}`, sha: at },
          right: 'contents',
        });
      } catch (error) {
        if (error instanceof InvalidError && /already exists/i.test(error.said)) throw new MovedError();
        throw error;
      }
    },
    async commit({ branch, head, files, message }) {
      checkWritable(branch, files);
      const [headline = '', ...body] = message.split('\n');
      const additions = files.flatMap(({ path, content }) =>
        content === null
          ? []
          : [{ path, contents: base64Of(typeof content === 'string' ? bytesOf(content) : content) }],
      );
      const deletions = files.flatMap(({ path, content }) => (content === null ? [{ path }] : []));
      const input = {
        branch: { repositoryNameWithOwner: connection.repository, branchName: branch },
        expectedHeadOid: head,
        message: { headline, body: body.join('\n').trim() },
        fileChanges: { additions, deletions },
      };
      return (await connection.graphql(commitShape, COMMIT, { input }, 'contents')).createCommitOnBranch.commit.oid;
    },
  };
}
