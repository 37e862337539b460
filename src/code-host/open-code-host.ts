import { accountOf } from './account.ts';
import { branchReader, readMain } from './branches.ts';
import { checkReader } from './checks.ts';
import type { CodeHost } from './code-host.ts';
import { committer } from './commit.ts';
import { connect, type Settings } from './connection.ts';
import { pullRequests } from './pulls.ts';
import { contentReader } from './read-content.ts';

/**
 * Opens a repository at GitHub, or at a stand-in for it. Nothing is sent yet.
 *
 * @param token is kept in memory only
 * @throws Error if the repository is not `owner/name`
 */
export function openCodeHost(settings: Settings, token: string): CodeHost {
  const connection = connect(settings, token);
  let known: Promise<string> | undefined;
  const main = (): Promise<string> => {
    known ??= readMain(connection).then(({ name }) => name);
    // The next request tries again.
    known.catch(() => (known = undefined));
    return known;
  };
  return {
    account: () => accountOf(connection, () => readMain(connection)),
    main,
    ...contentReader(connection),
    ...branchReader(connection),
    ...committer(connection),
    ...pullRequests(connection, main),
    ...checkReader(connection),
  };
}
