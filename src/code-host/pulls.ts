import { z } from 'zod';
import { PROPOSALS } from '../lib/proposal-branches.ts';
import type { CodeHost, Pull } from './code-host.ts';
import type { Connection } from './connection.ts';
import { CodeHostError, InvalidError } from './errors.ts';
import { webAddress } from './web-address.ts';

/** As many as one request gives. */
const MOST = 100;
/** A branch has several only if one was closed and it was proposed again. */
const MOST_OF_BRANCH = 10;

const pullShape = z
  .object({
    node_id: z.string(),
    number: z.int(),
    title: z.string(),
    body: z.string().nullable(),
    draft: z.boolean().optional(),
    state: z.enum(['open', 'closed']),
    html_url: z.string(),
    updated_at: z.string(),
    user: z.object({ login: z.string() }).nullable(),
    head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() }),
  })
  .transform(({ node_id: id, number, title, body, draft, state, html_url: url, updated_at: updated, user, head }) => ({
    from: head.repo?.full_name,
    pull: {
      id,
      number,
      title,
      body: body ?? '',
      branch: head.ref,
      head: head.sha,
      author: user?.login ?? '',
      draft: draft === true,
      open: state === 'open',
      url: webAddress(url).url ?? '',
      updated: Date.parse(updated),
    } satisfies Pull,
  }));

const READY = `mutation ($pull: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $pull }) { pullRequest { isDraft } }
}`;

/** Proposals as pull requests. */
export function pullRequests(
  connection: Connection,
  main: () => Promise<string>,
): Pick<CodeHost, 'pulls' | 'pullOf' | 'propose' | 'update' | 'ready'> {
  const path = `/repos/${connection.repository}/pulls`;
  const right = 'pull-requests';

  async function latest(most: number, further: Readonly<Record<string, string>> = {}): Promise<Pull[]> {
    const asked = { state: 'all', sort: 'updated', direction: 'desc', per_page: String(most), ...further };
    const query = new URLSearchParams(asked).toString();
    const { data } = await connection.rest(z.array(pullShape), { path: `${path}?${query}`, right });
    // A fork can have a branch with the same name.
    const ours = data.filter(({ from }) => from?.toLowerCase() === connection.repository.toLowerCase());
    return ours.flatMap(({ pull }) => (pull.branch.startsWith(PROPOSALS) ? [pull] : []));
  }

  async function pullOf(branch: string): Promise<Pull | undefined> {
    const [owner] = connection.repository.split('/');
    const all = await latest(MOST_OF_BRANCH, { head: `${owner}:${branch}` });
    return all.find((pull) => pull.open) ?? all[0];
  }

  async function open(branch: string, title: string, body: string, draft: boolean): Promise<Pull> {
    const asked = { title, body, head: branch, base: await main(), draft };
    return (await connection.rest(pullShape, { method: 'POST', path, body: asked, right })).data.pull;
  }

  async function update({ number, ...text }: { number: number; title: string; body: string }): Promise<Pull> {
    const { data } = await connection.rest(pullShape, {
      method: 'PATCH',
      path: `${path}/${number}`,
      body: text,
      right,
    });
    return data.pull;
  }

  return {
    pulls: () => latest(MOST),
    pullOf,
    update,
    async propose({ branch, title, body }) {
      try {
        return await open(branch, title, body, true);
      } catch (error) {
        if (!(error instanceof InvalidError)) throw error;
        // Private repositories of some plans have none.
        if (/draft pull requests are not supported/i.test(error.said)) return open(branch, title, body, false);
        if (/no commits between/i.test(error.said))
          throw new CodeHostError('All of this is on the site already, so there is nothing to propose.');
        const other = /already exists/i.test(error.said) ? await pullOf(branch) : undefined;
        if (other?.open) return update({ number: other.number, title, body });
        throw error;
      }
    },
    async ready({ id, draft }) {
      if (draft) await connection.graphql(z.unknown(), READY, { pull: id }, right);
    },
  };
}
