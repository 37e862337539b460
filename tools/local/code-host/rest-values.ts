import { userOf, userOfEmail, type User } from './accounts.ts';
import { FULL_NAME, NAME, OWNER, type Host } from './host.ts';
import { pullId } from './mutations.ts';
import type { CommitObject } from './object-reader.ts';
import type { Deployment, DeploymentStatus, Pull, Status } from './records.ts';
import { MAIN } from './repository.ts';

/** What GitHub's REST API says of things, as far as this stand-in knows it. */
type Value = Record<string, unknown>;

export const timeOf = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** The account that reports builds. */
const BUILDER = userOf('site-builder');

const apiOf = ({ url }: Host): string => `${url}/repos/${FULL_NAME}`;
const pageOf = ({ url }: Host): string => `${url}/${FULL_NAME}`;

export const userValue = ({ id, login }: User): Value => ({
  login,
  id,
  node_id: `U_${id}`,
  avatar_url: '',
  type: 'User',
  site_admin: false,
});

export const repositoryValue = (host: Host): Value => ({
  id: 1,
  node_id: 'R_1',
  name: NAME,
  full_name: FULL_NAME,
  owner: userValue(userOf(OWNER)),
  private: true,
  html_url: pageOf(host),
  url: apiOf(host),
  default_branch: MAIN,
  permissions: { admin: false, maintain: false, push: true, triage: true, pull: true },
});

export function commitValue(
  host: Host,
  sha: string,
  { tree, parents, author, committer, message }: CommitObject,
): Value {
  const url = `${apiOf(host)}/commits/${sha}`;
  const account = (email: string) => {
    const user = userOfEmail(email);
    return user ? userValue(user) : null;
  };
  return {
    sha,
    node_id: `C_${sha}`,
    commit: {
      author: { name: author.name, email: author.email, date: timeOf(author.at) },
      committer: { name: committer.name, email: committer.email, date: timeOf(committer.at) },
      message,
      tree: { sha: tree, url: `${apiOf(host)}/git/trees/${tree}` },
      url: `${apiOf(host)}/git/commits/${sha}`,
      comment_count: 0,
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
    url,
    html_url: `${pageOf(host)}/commit/${sha}`,
    author: account(author.email),
    committer: account(committer.email),
    parents: parents.map((parent) => ({ sha: parent, url: `${apiOf(host)}/commits/${parent}` })),
  };
}

/** A pull request in a list. `head` and `base` are commits. */
export function pullValue(host: Host, pull: Pull, head: string, base: string): Value {
  const side = (ref: string, sha: string) => ({
    label: `${OWNER}:${ref}`,
    ref,
    sha,
    user: userValue(userOf(OWNER)),
    repo: repositoryValue(host),
  });
  const closed = pull.state === 'closed' ? timeOf(pull.updated) : null;
  return {
    id: pull.number,
    node_id: pullId(pull),
    url: `${apiOf(host)}/pulls/${pull.number}`,
    html_url: `${pageOf(host)}/pull/${pull.number}`,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: userValue(userOf(pull.author)),
    body: pull.body,
    created_at: timeOf(pull.created),
    updated_at: timeOf(pull.updated),
    closed_at: closed,
    merged_at: pull.merged ? closed : null,
    merge_commit_sha: pull.merged ?? null,
    draft: pull.draft,
    labels: [],
    assignees: [],
    requested_reviewers: [],
    head: side(pull.branch, head),
    base: side(MAIN, base),
    author_association: 'COLLABORATOR',
    auto_merge: null,
  };
}

export const statusValue = (
  host: Host,
  { id, commit, state, description, target_url, context, at }: Status,
): Value => ({
  url: `${apiOf(host)}/statuses/${commit}`,
  avatar_url: '',
  id,
  node_id: `SC_${id}`,
  state,
  description: description ?? null,
  target_url: target_url ?? null,
  context,
  created_at: timeOf(at),
  updated_at: timeOf(at),
});

export const deploymentValue = (host: Host, { id, commit, environment, at, statuses }: Deployment): Value => ({
  url: `${apiOf(host)}/deployments/${id}`,
  id,
  node_id: `DE_${id}`,
  sha: commit,
  ref: commit,
  task: 'deploy',
  payload: {},
  original_environment: environment,
  environment,
  description: null,
  creator: userValue(BUILDER),
  created_at: timeOf(at),
  updated_at: timeOf(statuses[0]?.at ?? at),
  statuses_url: `${apiOf(host)}/deployments/${id}/statuses`,
  repository_url: apiOf(host),
  transient_environment: true,
  production_environment: false,
});

export const deploymentStatusValue = (host: Host, deployment: Deployment, status: DeploymentStatus): Value => ({
  url: `${apiOf(host)}/deployments/${deployment.id}/statuses/${status.id}`,
  id: status.id,
  node_id: `DES_${status.id}`,
  state: status.state,
  creator: userValue(BUILDER),
  description: status.description ?? '',
  environment: deployment.environment,
  target_url: status.environment_url ?? '',
  created_at: timeOf(status.at),
  updated_at: timeOf(status.at),
  deployment_url: `${apiOf(host)}/deployments/${deployment.id}`,
  repository_url: apiOf(host),
  environment_url: status.environment_url ?? '',
  log_url: '',
});
