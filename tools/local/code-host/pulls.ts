import { commitsBetween, filesBetween, mergeBaseOf } from './history.ts';
import { demand, OWNER, type Host } from './host.ts';
import { merge } from './merge.ts';
import type { Pull } from './records.ts';
import { notFound, RestRefusal, validationFailed } from './refusal.ts';
import { MAIN } from './repository.ts';
import { checkFields, checkParameters, pageOf, PAGES } from './request-fields.ts';
import type { RestAnswer, RestRequest, Routes } from './rest.ts';
import { pullValue } from './rest-values.ts';

/** GitHub's limits (characters). */
const LONGEST = { title: 256, body: 65_536 };

const RESOURCE = 'PullRequest';

/** @throws RestRefusal when a text is empty or too long */
function checkTexts({ title, body }: { title?: unknown; body?: unknown }): void {
  if (title === null || (typeof title === 'string' && title.trim() === ''))
    throw validationFailed({ resource: RESOURCE, code: 'missing_field', field: 'title' });
  if (typeof title === 'string' && title.length > LONGEST.title)
    throw validationFailed({
      resource: RESOURCE,
      code: 'custom',
      field: 'title',
      message: `title is too long (maximum is ${LONGEST.title} characters)`,
    });
  if (typeof body === 'string' && body.length > LONGEST.body)
    throw validationFailed({
      resource: RESOURCE,
      code: 'custom',
      field: 'body',
      message: `body is too long (maximum is ${LONGEST.body} characters)`,
    });
}

/** Pull requests. All are from a branch of this repository to main. */
export function pullRoutes(host: Host): Routes {
  const { repository, records } = host;

  async function commitsOf(pull: Pull): Promise<{ head: string; base: string; meeting: string }> {
    const base = (await repository.head(MAIN)) ?? '';
    const head = (await repository.head(pull.branch)) ?? base;
    return { head, base, meeting: (await mergeBaseOf(repository, base, head)) ?? base };
  }

  async function listed(pull: Pull): Promise<object> {
    const { head, base } = await commitsOf(pull);
    return pullValue(host, pull, head, base);
  }

  /** With what only a request for one pull request gives. */
  async function whole(pull: Pull): Promise<object> {
    const { head, base, meeting } = await commitsOf(pull);
    const files = await filesBetween(repository, meeting, head);
    const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
    return {
      ...pullValue(host, pull, head, base),
      merged: pull.merged !== undefined,
      // GitHub works it out in the background, and says null meanwhile.
      mergeable: null,
      mergeable_state: 'unknown',
      comments: 0,
      review_comments: 0,
      maintainer_can_modify: false,
      commits: (await commitsBetween(repository, base, head)).length,
      additions: sum('additions'),
      deletions: sum('deletions'),
      changed_files: files.length,
    };
  }

  async function list({ caller, url }: RestRequest): Promise<RestAnswer> {
    demand(caller, 'pull_requests');
    checkParameters(url.searchParams, ...PAGES, 'state', 'head', 'base', 'sort', 'direction');
    const asked = (name: string) => url.searchParams.get(name);
    const state = asked('state') ?? 'open';
    const found = records.pulls.filter(
      (pull) =>
        (state === 'all' || pull.state === state) &&
        (asked('head') ?? `${OWNER}:${pull.branch}`) === `${OWNER}:${pull.branch}` &&
        (asked('base') ?? MAIN) === MAIN,
    );
    const key = asked('sort') === 'updated' ? 'updated' : 'created';
    const order = (asked('direction') ?? 'desc') === 'desc' ? -1 : 1;
    found.sort((one, other) => order * (one[key] - other[key] || one.number - other.number));
    const page = pageOf(url);
    return { link: page.link(found.length), body: await Promise.all(found.slice(page.from, page.to).map(listed)) };
  }

  async function open({ caller, body }: RestRequest): Promise<RestAnswer> {
    demand(caller, 'pull_requests', 'write');
    checkFields(body, {
      title: 'string!',
      head: 'string!',
      base: 'string!',
      body: 'string',
      draft: 'boolean',
      maintainer_can_modify: 'boolean',
      head_repo: 'string',
    });
    checkTexts(body);
    const { title, head, base, draft = false } = body as { title: string; head: string; base: string; draft?: boolean };
    const branch = head.replace(new RegExp(`^${OWNER}:`), '');
    if (base !== MAIN) throw validationFailed({ resource: RESOURCE, code: 'invalid', field: 'base' });
    const [from, to] = [await repository.head(MAIN), await repository.head(branch)];
    if (!from || !to) throw validationFailed({ resource: RESOURCE, code: 'invalid', field: 'head' });
    if ((await commitsBetween(repository, from, to)).length === 0)
      throw validationFailed({
        resource: RESOURCE,
        code: 'custom',
        message: `No commits between ${base} and ${branch}`,
      });
    if (records.pulls.some((pull) => pull.branch === branch && pull.state === 'open'))
      throw validationFailed({
        resource: RESOURCE,
        code: 'custom',
        message: `A pull request already exists for ${OWNER}:${branch}.`,
      });
    const text = typeof body['body'] === 'string' ? body['body'] : null;
    const pull = records.addPull({
      title,
      body: text,
      branch,
      author: caller.login,
      draft,
      state: 'open',
      approved: [],
    });
    return { status: 201, body: await whole(pull) };
  }

  async function change({ caller, body }: RestRequest, pull: Pull): Promise<RestAnswer> {
    demand(caller, 'pull_requests', 'write');
    checkFields(body, {
      title: 'string',
      body: 'string',
      state: 'string',
      base: 'string',
      maintainer_can_modify: 'boolean',
    });
    checkTexts(body);
    const { title, state } = body as { title?: string; state?: string };
    if (state !== undefined && state !== 'open' && state !== 'closed')
      throw validationFailed({ resource: RESOURCE, code: 'invalid', field: 'state' });
    if (pull.merged && state === 'open')
      throw validationFailed({ resource: RESOURCE, code: 'invalid', field: 'state', message: 'It was merged.' });
    return {
      body: await whole(
        records.changePull(pull, {
          ...(title !== undefined && { title }),
          ...('body' in body && { body: body['body'] as string | null }),
          ...(state !== undefined && { state }),
        }),
      ),
    };
  }

  async function mergeIt({ caller, body }: RestRequest, pull: Pull): Promise<RestAnswer> {
    // GitHub asks for this right, and not for that to pull requests.
    demand(caller, 'contents', 'write');
    checkFields(body, { commit_title: 'string', commit_message: 'string', sha: 'string', merge_method: 'string' });
    const method = body['merge_method'] ?? 'merge';
    if (method !== 'squash')
      throw new RestRefusal(
        405,
        `${method === 'rebase' ? 'Rebase merges' : 'Merge commits'} are not allowed on this repository.`,
      );
    const sha = await merge(host, pull, caller, body['sha'] as string | undefined);
    return { body: { sha, merged: true, message: 'Pull Request successfully merged' } };
  }

  return async (request, path) => {
    const { method, caller, url } = request;
    if (path === 'pulls') {
      if (method === 'GET') return list(request);
      if (method === 'POST') return open(request);
    }
    const [, number, rest = ''] = /^pulls\/(\d+)(\/files|\/merge)?$/.exec(path) ?? [];
    if (number === undefined) return undefined;
    demand(caller, 'pull_requests');
    const pull = records.pulls.find((one) => one.number === Number(number));
    if (!pull) throw notFound();
    switch (`${method} ${rest}`) {
      case 'GET ':
        return { body: await whole(pull) };
      case 'PATCH ':
        return change(request, pull);
      case 'PUT /merge':
        return mergeIt(request, pull);
      case 'GET /files': {
        const { head, meeting } = await commitsOf(pull);
        const files = await filesBetween(repository, meeting, head);
        const page = pageOf(url);
        return { link: page.link(files.length), body: files.slice(page.from, page.to) };
      }
    }
    return undefined;
  };
}
