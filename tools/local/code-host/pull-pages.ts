import { html, Html } from '../html.ts';
import { userOf } from './accounts.ts';
import { mergeBaseOf } from './history.ts';
import { FULL_NAME, type Host } from './host.ts';
import { merge } from './merge.ts';
import { formOf, isOwnForm, missingPage, page } from './page.ts';
import type { Pull } from './records.ts';
import { RestRefusal } from './refusal.ts';
import { GitError, MAIN } from './repository.ts';
import { unreviewed } from './rule.ts';

/** Who merges and reviews on the pages of this host. */
const REVIEWER = userOf('reviewer');

/** A diff as git prints it, a line each. */
function diffOf(text: string): Html {
  const lines = text.split('\n').map((line) => {
    if (/^\+(?!\+\+ )/.test(line)) return html`<ins>${line}</ins>`;
    return /^-(?!-- )/.test(line) ? html`<del>${line}</del>` : html`<span>${line}</span>`;
  });
  return html`<pre class="diff">${lines}</pre>`;
}

/** A longer change is not shown (characters): whoever may push could keep the server busy with it. */
const LONGEST_DIFF = 1_000_000;
const TOO_LONG = 'There is more than fits here. Look at it with git.';

/**
 * What a person does at GitHub itself: reads a pull request, reviews it and merges it.
 *
 * @param build builds the preview of a commit
 */
export function openPullPages(host: Host, build?: (branch: string, commit: string) => void) {
  const { repository, records } = host;

  function list(): Response {
    const rows = records.pulls.toReversed().map((pull) => {
      const state = pull.merged ? 'merged' : pull.draft ? 'draft' : pull.state;
      return html`<li>
        <a href="/${FULL_NAME}/pull/${pull.number}">#${pull.number} ${pull.title}</a> (${state}, by ${pull.author})
      </li>`;
    });
    return page(
      'Pull requests',
      rows.length > 0
        ? html`<ul>
            ${rows}
          </ul>`
        : html`<p>There are none.</p>`,
    );
  }

  /** What builds say of a commit. */
  function reportsOf(commit: string): Html {
    const statuses = records.statusesOf(commit);
    const latest = statuses.filter(
      ({ context }, index) => statuses.findIndex((one) => one.context === context) === index,
    );
    const rows = latest.map(({ context, state, description = '', target_url }) => {
      const link = target_url ? html` <a href="${target_url}" rel="noopener">Open</a>` : html``;
      return html`<li>${context}: ${state}. ${description}${link}</li>`;
    });
    const outputs = records.checksOf(commit).map(({ summary = '' }) => html`<pre>${summary}</pre>`);
    return html`<ul>
        ${rows}
      </ul>
      ${outputs}`;
  }

  const differences = (command: 'diff' | 'show', ...args: readonly string[]) =>
    repository.git
      .run([command, '--no-color', '--no-ext-diff', '--no-textconv', ...args], { most: LONGEST_DIFF })
      .catch((error: unknown) => {
        if (error instanceof GitError) return TOO_LONG;
        throw error;
      });

  async function show(pull: Pull): Promise<Response> {
    const main = (await repository.head(MAIN)) ?? '';
    const head = (await repository.head(pull.branch)) ?? main;
    // After a merge, main has all of it.
    const [from, to] = pull.merged
      ? [`${pull.merged}^1`, pull.merged]
      : [(await mergeBaseOf(repository, main, head)) ?? main, head];
    const diff = await differences('diff', from, to);
    const others = await unreviewed(repository, pull, head);
    const button = (what: string, label: string) =>
      html`<form method="post"><button name="do" value="${what}">${label}</button></form>`;
    return page(
      `#${pull.number} ${pull.title}`,
      html`<p>${pull.branch}, by ${pull.author}. ${stateOf(pull)}</p>
        <pre>${pull.body ?? ''}</pre>
        ${reportsOf(head)}
        ${others.length > 0 ? html`<p>Needs a review, because it changes more than words: ${others.join(', ')}</p>` : html``}
        ${pull.state === 'open' && others.length > 0 ? button('approve', 'Approve') : html``}
        ${pull.state === 'open' && !pull.draft && others.length === 0 ? button('merge', 'Merge') : html``}
        ${pull.state === 'open' && build ? button('build', 'Build the preview again') : html``}
        ${pull.state === 'open' ? button('close', 'Close') : html``}
        <h2>Changes</h2>
        ${diffOf(diff)}`,
    );
  }

  async function act(request: Request, pull: Pull): Promise<Response> {
    if (!isOwnForm(request)) return new Response('Send the form of this page.', { status: 403 });
    const what = (await formOf(request)).get('do');
    const head = await repository.head(pull.branch);
    try {
      if (what === 'merge') await merge(host, pull, REVIEWER);
    } catch (error) {
      if (!(error instanceof RestRefusal)) throw error;
      return page('Not merged', html`<p>${error.message}</p>`, error.status);
    }
    if (what === 'build' && head) build?.(pull.branch, head);
    if (what === 'close') records.changePull(pull, { state: 'closed' });
    if (what === 'approve' && head) records.changePull(pull, { approved: [...pull.approved, head] });
    return new Response(null, { status: 303, headers: { location: `/${FULL_NAME}/pull/${pull.number}` } });
  }

  async function showCommit(oid: string): Promise<Response> {
    const commit = await repository.commit(oid);
    if (!commit) return missingPage();
    const diff = await differences('show', '--format=', oid);
    return page(
      commit.message.split('\n')[0] ?? oid,
      html`<p>By ${commit.author.name}</p>
        ${reportsOf(oid)}${diffOf(diff)}`,
    );
  }

  return {
    /** Answers what is below the repository's address; undefined if there is nothing at this one. */
    async answer(request: Request, url: URL): Promise<Response | undefined> {
      const { method } = request;
      const path = url.pathname.slice(FULL_NAME.length + 1);
      if (method === 'GET' && (path === '' || path === '/pulls')) return list();
      const [, oid] = /^\/commit\/([\da-f]{40})$/.exec(path) ?? [];
      if (method === 'GET' && oid !== undefined) return showCommit(oid);
      const [, number] = /^\/pull\/(\d+)$/.exec(path) ?? [];
      const pull = number === undefined ? undefined : records.pulls.find((one) => one.number === Number(number));
      if (!pull) return undefined;
      if (method === 'GET') return show(pull);
      return method === 'POST' ? act(request, pull) : undefined;
    },
  };
}

function stateOf({ merged, state, draft }: Pull): string {
  if (merged) return 'Merged.';
  if (state === 'closed') return 'Closed.';
  return draft ? 'A draft: it can be merged once it is marked as ready for review.' : 'Ready for review.';
}
