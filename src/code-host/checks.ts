import { z } from 'zod';
import type { Check, CodeHost } from './code-host.ts';
import type { Connection } from './connection.ts';
import { ForbiddenError } from './errors.ts';
import { webAddress } from './web-address.ts';

const text = z.string().nullish();
const statusesShape = z.object({
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.enum(['pending', 'success', 'failure', 'error']),
      description: text,
      target_url: text,
    }),
  ),
});
const runsShape = z.object({
  check_runs: z.array(
    z.object({ name: z.string(), conclusion: text, html_url: text, output: z.object({ title: text }).nullish() }),
  ),
});
const deploymentsShape = z.array(z.object({ id: z.int() }));
const deployedShape = z.array(z.object({ state: z.string(), description: text, environment_url: text }));

/** The results of a check run that don't stop a merge. */
const GOOD = ['success', 'neutral', 'skipped'];
/** Netlify reports a preview as a commit status, not as a deployment. */
const PREVIEW_STATUS = /deploy-preview$/;
const FAILED = ['failure', 'error'];

/** What services say about commits. */
export function checkReader(connection: Connection): Pick<CodeHost, 'checks' | 'preview'> {
  const repository = `/repos/${connection.repository}`;
  /** Tokens that were pasted can't have this right. */
  let mayReadRuns = true;

  async function statuses(commit: string) {
    const path = `${repository}/commits/${commit}/status?per_page=100`;
    return (await connection.rest(statusesShape, { path, right: 'statuses' })).data.statuses;
  }

  async function runs(commit: string): Promise<Check[]> {
    if (!mayReadRuns) return [];
    const path = `${repository}/commits/${commit}/check-runs?per_page=100`;
    try {
      const { data } = await connection.rest(runsShape, { path, right: 'checks' });
      return data.check_runs.map(({ name, conclusion, html_url: url, output }) => ({
        name,
        state: !conclusion ? 'pending' : GOOD.includes(conclusion) ? 'success' : 'failure',
        description: output?.title ?? '',
        ...webAddress(url),
      }));
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      mayReadRuns = false;
      return [];
    }
  }

  /** What the deployments of a commit say; undefined if there are none that still count. */
  async function deployed(commit: string) {
    const right = 'deployments';
    const path = `${repository}/deployments`;
    const { data } = await connection.rest(deploymentsShape, { path: `${path}?sha=${commit}&per_page=10`, right });
    for (const { id } of data) {
      const [latest] = (await connection.rest(deployedShape, { path: `${path}/${id}/statuses?per_page=1`, right }))
        .data;
      if (latest?.state !== 'inactive') return latest ?? { state: 'pending' };
    }
    return undefined;
  }

  return {
    async checks(commit) {
      const [reported, run] = await Promise.all([statuses(commit), runs(commit)]);
      const checks = reported.map(({ context, state, description, target_url: url }): Check => ({
        name: context,
        state: state === 'error' ? 'failure' : state,
        description: description ?? '',
        ...webAddress(url),
      }));
      return [...checks, ...run];
    },
    async preview(commit) {
      const {
        state,
        description,
        environment_url: url,
      } = (await deployed(commit)) ?? (await statuses(commit).then(asDeployment)) ?? {};
      if (state === undefined) return undefined;
      const address = webAddress(url);
      return {
        state: FAILED.includes(state) ? 'failed' : state === 'success' && address.url ? 'ready' : 'pending',
        ...address,
        ...(description && { description }),
      };
    },
  };
}

function asDeployment(
  statuses: z.infer<typeof statusesShape>['statuses'],
): z.infer<typeof deployedShape>[number] | undefined {
  const found = statuses.find(({ context }) => PREVIEW_STATUS.test(context));
  return found && { state: found.state, description: found.description, environment_url: found.target_url };
}
