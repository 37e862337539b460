import type { Right } from './code-host.ts';
import {
  ForbiddenError,
  InvalidError,
  LimitError,
  MovedError,
  SignedOutError,
  UnreachableError,
  type CodeHostError,
} from './errors.ts';

/** What GitHub calls the rights of a token. */
const RIGHTS: Readonly<Record<Right, string>> = {
  contents: 'Contents: read and write',
  'pull-requests': 'Pull requests: read and write',
  statuses: 'Commit statuses: read',
  deployments: 'Deployments: read',
  checks: 'Checks: read',
};
/** How long to wait if the host does not say it: GitHub's advice for its secondary limits. */
const WAIT_MS = 60_000;

function limitOf({ status, headers }: Response, said: string): LimitError | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const wait = headers.get('retry-after');
  if (wait !== null) return new LimitError(Date.now() + Number(wait) * 1000);
  const reset = headers.get('x-ratelimit-reset');
  if (headers.get('x-ratelimit-remaining') === '0' && reset !== null) return new LimitError(Number(reset) * 1000);
  return status === 429 || /rate limit/i.test(said) ? new LimitError(Date.now() + WAIT_MS) : undefined;
}

function forbidden(said: string, right?: Right): ForbiddenError {
  // GitHub's words for a missing right. Whatever else it refuses is a rule of the repository.
  if (right === undefined || !/not accessible|must have|permission|not found/i.test(said))
    return new ForbiddenError(`GitHub does not allow this: ${said} Ask a developer.`, right);
  return new ForbiddenError(
    `Your sign-in does not give the right “${RIGHTS[right]}”, or not for this repository. Sign in with one that does.`,
    right,
  );
}

/**
 * The error for an answer whose status is not 2xx.
 *
 * @param said what the host says about it
 * @param right the right that the request needs
 */
export function failedAnswer(response: Response, said: string, right?: Right): CodeHostError {
  const { status } = response;
  if (status === 401) return new SignedOutError();
  const limit = limitOf(response, said);
  if (limit) return limit;
  if (status === 403 || status === 404) return forbidden(said, right);
  if (status === 409) return new MovedError();
  if (status >= 500) return new UnreachableError(`GitHub has a problem (${status}). Try again in a minute.`);
  return new InvalidError(said);
}

/** The error for an error of GraphQL, which comes with status 200. */
export function failedQuery(type: string | undefined, said: string, right?: Right): CodeHostError {
  // The second sentence is said when two commits arrive at the same moment.
  if (type === 'STALE_DATA' || /branch not found|is at \w+ but expected/i.test(said)) return new MovedError();
  if (type?.startsWith('RATE_LIMIT') === true) return new LimitError(Date.now() + WAIT_MS);
  if (type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES' || type === 'BRANCH_PROTECTION_RULE_VIOLATION')
    return forbidden(said, right);
  if (type === 'NOT_FOUND')
    return new ForbiddenError(
      'Your sign-in can’t see the repository of the site. Sign in with a token that includes it, or ask its owner to add you.',
      right,
    );
  return new InvalidError(said);
}
