import { z } from 'zod';
import { PROPOSALS } from '../lib/proposal-branches.ts';
import type { Account, Right } from './code-host.ts';
import type { Connection } from './connection.ts';
import { ForbiddenError, InvalidError, MovedError } from './errors.ts';

/** The header with the time at which a token expires, for example `2026-12-24 10:00:00 UTC`. */
const EXPIRES = 'github-authentication-token-expiration';

/** A commit that no repository has. */
const NO_COMMIT = '0'.repeat(40);

function expiryIn(headers: Headers): { expires?: string } {
  const text = headers.get(EXPIRES)?.replace(' UTC', 'Z').replace(' ', 'T').replace(' ', '');
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? {} : { expires: new Date(time).toISOString() };
}

/**
 * Who has signed in, and which rights are missing. A token can't be asked for its rights, so each is tried. What is
 * tried can have no effect: GitHub looks at the rights before the values, and refuses these values.
 *
 * @param main the default branch, and its commit
 */
export async function accountOf(
  connection: Connection,
  main: () => Promise<{ name: string; head: string; mayWrite: boolean }>,
): Promise<Account> {
  const { data, headers } = await connection.rest(z.object({ login: z.string() }), { path: '/user' });
  const { name, head, mayWrite } = await main();
  const repository = `/repos/${connection.repository}`;

  async function has(right: Right, path: string, body?: object): Promise<boolean> {
    // Whoever may not write has a token that may not, whatever its rights.
    if (body && !mayWrite) return false;
    const sent = body && { method: 'POST' as const, body };
    try {
      await connection.rest(z.unknown(), { path: repository + path, right, ...sent });
      return true;
    } catch (error) {
      if (error instanceof ForbiddenError) return false;
      if (error instanceof InvalidError || error instanceof MovedError) return true;
      throw error;
    }
  }

  const rights: [Right, Promise<boolean>][] = [
    ['contents', has('contents', '/git/refs', { ref: `refs/heads/${PROPOSALS}rights`, sha: NO_COMMIT })],
    ['pull-requests', has('pull-requests', '/pulls', { title: 'Rights', head: name, base: name })],
    ['statuses', has('statuses', `/commits/${head}/status`)],
    ['deployments', has('deployments', '/deployments?per_page=1')],
  ];
  const given = await Promise.all(rights.map(([, allowed]) => allowed));
  return {
    login: data.login,
    ...expiryIn(headers),
    missing: rights.flatMap(([right], at) => (given[at] ? [] : [right])),
  };
}
