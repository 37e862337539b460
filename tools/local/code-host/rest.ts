import type { Caller } from './accounts.ts';
import { commitsBetween, filesBetween, mergeBaseOf } from './history.ts';
import { demand, FULL_NAME, type Host } from './host.ts';
import type { CommitObject } from './object-reader.ts';
import { pullRoutes } from './pulls.ts';
import { notFound, RestRefusal } from './refusal.ts';
import { GitError, isOid } from './repository.ts';
import { checkFields, checkParameters, pageOf, PAGES } from './request-fields.ts';
import { reportRoutes } from './reports.ts';
import { commitValue, repositoryValue, userValue } from './rest-values.ts';
import { creationRefusal } from './rule.ts';

/** GitHub gives at most this many of each with a comparison. */
const MOST_COMMITS = 250;
const MOST_FILES = 300;

/** A request to the REST API. */
export interface RestRequest {
  caller: Caller;
  method: string;
  url: URL;
  /** {} if there is none */
  body: Record<string, unknown>;
}

/** What it is answered with. */
export interface RestAnswer {
  status?: number;
  body: unknown;
  link?: string;
}

/** The answer to a request, if it is for one of these. `path` is below the repository. */
export type Routes = (request: RestRequest, path: string) => Promise<RestAnswer | undefined>;

/** @throws RestRefusal with 404 when a part of a path is not encoded as it must be */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
}

/** @throws RestRefusal with 404 when there is no such commit */
export async function demandCommit(host: Host, name: string): Promise<{ sha: string; commit: CommitObject }> {
  const sha = await host.repository.resolve(decoded(name));
  const commit = sha === undefined ? undefined : await host.repository.commit(sha);
  if (sha === undefined || !commit)
    throw isOid(name) ? new RestRefusal(422, `No commit found for SHA: ${name}`) : notFound();
  return { sha, commit };
}

/** Branches and commits. */
function contentRoutes(host: Host): Routes {
  const { repository } = host;

  async function makeRef({ caller, body }: RestRequest): Promise<RestAnswer> {
    demand(caller, 'contents', 'write');
    checkFields(body, { ref: 'string!', sha: 'string!' });
    const { ref, sha } = body as { ref: string; sha: string };
    const [, branch] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
    if (branch === undefined) throw new RestRefusal(422, `${ref} is not a valid ref name.`);
    if (!(await repository.commit(sha))) throw new RestRefusal(422, 'Object does not exist');
    if ((await repository.head(branch)) !== undefined) throw new RestRefusal(422, 'Reference already exists');
    const refusal = creationRefusal(branch);
    if (refusal !== undefined) throw new RestRefusal(422, refusal);
    try {
      await repository.move(branch, undefined, sha);
    } catch (error) {
      // Such as `words` beside `words/one`, or a name with a space.
      throw error instanceof GitError ? new RestRefusal(422, `${ref} is not a valid ref name.`) : error;
    }
    const url = `${host.url}/repos/${FULL_NAME}/git/${ref}`;
    const object = { type: 'commit', sha, url: `${host.url}/repos/${FULL_NAME}/git/commits/${sha}` };
    return { status: 201, body: { ref, node_id: `REF_${branch}`, url, object } };
  }

  async function compare({ caller, url }: RestRequest, range: string): Promise<RestAnswer> {
    demand(caller, 'contents');
    checkParameters(url.searchParams, ...PAGES);
    const [from = '', to, ...rest] = range.split('...');
    if (to === undefined || rest.length > 0) throw notFound();
    const base = await demandCommit(host, from);
    const head = await demandCommit(host, to);
    const meeting = await mergeBaseOf(repository, base.sha, head.sha);
    if (meeting === undefined) throw new RestRefusal(404, `No common ancestor between ${from} and ${to}.`);
    const ahead = await commitsBetween(repository, base.sha, head.sha);
    const behind = await commitsBetween(repository, head.sha, base.sha);
    const page = pageOf(url, MOST_COMMITS, MOST_COMMITS);
    const value = async (sha: string) => commitValue(host, sha, (await demandCommit(host, sha)).commit);
    const states = { ahead: behind.length === 0, behind: ahead.length === 0 };
    const alike = states.ahead && states.behind;
    return {
      link: page.link(ahead.length),
      body: {
        url: url.href,
        html_url: `${host.url}/${FULL_NAME}/compare/${range}`,
        base_commit: await value(base.sha),
        merge_base_commit: await value(meeting),
        status: alike ? 'identical' : states.ahead ? 'ahead' : states.behind ? 'behind' : 'diverged',
        ahead_by: ahead.length,
        behind_by: behind.length,
        total_commits: ahead.length,
        commits: await Promise.all(ahead.slice(page.from, page.to).map(value)),
        files: page.from > 0 ? [] : (await filesBetween(repository, meeting, head.sha)).slice(0, MOST_FILES),
      },
    };
  }

  async function readBlob({ caller, url }: RestRequest, oid: string): Promise<RestAnswer> {
    demand(caller, 'contents');
    const object = await repository.object(oid);
    if (object?.type !== 'blob') throw notFound();
    // GitHub breaks the lines of base64.
    const content = object.content.toString('base64').replace(/.{60}/g, '$&\n');
    return {
      body: { sha: oid, node_id: `B_${oid}`, size: object.content.length, url: url.href, content, encoding: 'base64' },
    };
  }

  return async (request, path) => {
    const { method, caller } = request;
    if (method === 'POST' && path === 'git/refs') return makeRef(request);
    const [, blob] = /^git\/blobs\/([\da-f]{40})$/.exec(path) ?? [];
    if (method === 'GET' && blob !== undefined) return readBlob(request, blob);
    const [, range] = /^compare\/(.+)$/.exec(path) ?? [];
    if (method === 'GET' && range !== undefined) return compare(request, range);
    const [, name] = /^commits\/(.+)$/.exec(path) ?? [];
    if (method !== 'GET' || name === undefined) return undefined;
    demand(caller, 'contents');
    const { sha, commit } = await demandCommit(host, name);
    const files = await filesBetween(repository, commit.parents[0], sha);
    const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
    const [additions, deletions] = [sum('additions'), sum('deletions')];
    return {
      body: {
        ...commitValue(host, sha, commit),
        stats: { additions, deletions, total: additions + deletions },
        files: files.slice(0, MOST_FILES),
      },
    };
  };
}

/**
 * GitHub's REST API, as far as this product uses it.
 *
 * @returns the answer to a request
 */
export function openRest(host: Host): (request: RestRequest) => Promise<RestAnswer> {
  // Those with longer paths first.
  const routes = [reportRoutes(host), pullRoutes(host), contentRoutes(host)];
  return async (request) => {
    const { method, url, caller } = request;
    if (method === 'GET' && url.pathname === '/user') return { body: userValue(caller) };
    const root = `/repos/${FULL_NAME}`;
    if (method === 'GET' && url.pathname === root) return { body: repositoryValue(host) };
    if (url.pathname.startsWith(`${root}/`))
      for (const route of routes) {
        const answer = await route(request, url.pathname.slice(root.length + 1));
        if (answer) return answer;
      }
    throw notFound();
  };
}
