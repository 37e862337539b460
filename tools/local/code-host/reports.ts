import { demand, FULL_NAME, type Host } from './host.ts';
import type { Status } from './records.ts';
import { notFound } from './refusal.ts';
import { checkParameters, pageOf, PAGES } from './request-fields.ts';
import { demandCommit, type RestAnswer, type RestRequest, type Routes } from './rest.ts';
import { deploymentStatusValue, deploymentValue, repositoryValue, statusValue, timeOf } from './rest-values.ts';

/** All statuses of a commit as one. */
function combined(statuses: readonly Status[]): 'failure' | 'pending' | 'success' {
  if (statuses.some(({ state }) => state === 'error' || state === 'failure')) return 'failure';
  return statuses.length > 0 && statuses.every(({ state }) => state === 'success') ? 'success' : 'pending';
}

/** What builds report of a commit: statuses, check runs and deployments. */
export function reportRoutes(host: Host): Routes {
  const { records } = host;

  async function statusOf({ caller, url }: RestRequest, name: string): Promise<RestAnswer> {
    demand(caller, 'statuses');
    checkParameters(url.searchParams, ...PAGES);
    const { sha } = await demandCommit(host, name);
    const all = records.statusesOf(sha);
    // The newest of each context counts.
    const latest = all.filter(({ context }, index) => all.findIndex((one) => one.context === context) === index);
    const page = pageOf(url);
    return {
      link: page.link(latest.length),
      body: {
        state: combined(latest),
        statuses: latest.slice(page.from, page.to).map((status) => statusValue(host, status)),
        sha,
        total_count: latest.length,
        repository: repositoryValue(host),
        commit_url: `${host.url}/repos/${FULL_NAME}/commits/${sha}`,
        url: url.href,
      },
    };
  }

  async function checkRunsOf({ caller, url }: RestRequest, name: string): Promise<RestAnswer> {
    demand(caller, 'checks');
    checkParameters(url.searchParams, ...PAGES, 'check_name', 'status', 'filter', 'app_id');
    const { sha } = await demandCommit(host, name);
    const all = records.checksOf(sha);
    const page = pageOf(url);
    const runs = all.slice(page.from, page.to).map(({ id, at, name, status, conclusion, title, summary }) => ({
      id,
      node_id: `CR_${id}`,
      name,
      head_sha: sha,
      url: `${host.url}/repos/${FULL_NAME}/check-runs/${id}`,
      html_url: `${host.url}/${FULL_NAME}/commit/${sha}`,
      details_url: `${host.url}/${FULL_NAME}/commit/${sha}`,
      status,
      conclusion: conclusion ?? null,
      started_at: timeOf(at),
      completed_at: status === 'completed' ? timeOf(at) : null,
      output: { title: title ?? null, summary: summary ?? null, text: null, annotations_count: 0 },
    }));
    return { link: page.link(all.length), body: { total_count: all.length, check_runs: runs } };
  }

  function deployments({ caller, url }: RestRequest): RestAnswer {
    demand(caller, 'deployments');
    checkParameters(url.searchParams, ...PAGES, 'sha', 'ref', 'task', 'environment');
    const asked = (name: string) => url.searchParams.get(name);
    const found = records.deployments.filter(
      ({ commit, environment }) =>
        (asked('sha') ?? asked('ref') ?? commit) === commit && (asked('environment') ?? environment) === environment,
    );
    const page = pageOf(url);
    return {
      link: page.link(found.length),
      body: found.slice(page.from, page.to).map((deployment) => deploymentValue(host, deployment)),
    };
  }

  function deploymentStatuses({ caller, url }: RestRequest, id: number): RestAnswer {
    demand(caller, 'deployments');
    checkParameters(url.searchParams, ...PAGES);
    const deployment = records.deployments.find((one) => one.id === id);
    if (!deployment) throw notFound();
    const page = pageOf(url);
    return {
      link: page.link(deployment.statuses.length),
      body: deployment.statuses
        .slice(page.from, page.to)
        .map((status) => deploymentStatusValue(host, deployment, status)),
    };
  }

  return async (request, path) => {
    if (request.method !== 'GET') return undefined;
    const [, commit, what] = /^commits\/(.+)\/(status|check-runs)$/.exec(path) ?? [];
    if (commit !== undefined) return what === 'status' ? statusOf(request, commit) : checkRunsOf(request, commit);
    if (path === 'deployments') return deployments(request);
    const [, id] = /^deployments\/(\d+)\/statuses$/.exec(path) ?? [];
    return id === undefined ? undefined : deploymentStatuses(request, Number(id));
  };
}
