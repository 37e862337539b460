import * as z from 'zod/mini';
import { makeEndpoint } from '../_shared/endpoint.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';

/** So many in one call, and no new one after so long (milliseconds): a function may not run for ever. */
const MOST = 50;
const TIME_MS = 60_000;

/** What one sweep did. */
export interface Swept {
  notified: number;
  failed: number;
  /** Rows that had been kept long enough. */
  deleted: number;
}

/**
 * Tells the team of what it should have been told of and was not: the tab was closed, the mail server was down, or an
 * announced resume or the report of a call never came. Deletes what has been kept long enough. To be called every few
 * minutes.
 *
 * @throws Error when the database does not answer
 */
export async function sweep({ requests, notify, log }: Pick<Parts, 'requests' | 'notify' | 'log'>): Promise<Swept> {
  const swept: Swept = { notified: 0, failed: 0, deleted: 0 };
  const end = Date.now() + TIME_MS;
  for (const { table, id } of await requests.due(MOST)) {
    if (Date.now() > end) break;
    try {
      if ((await notify(table, id)) === 'notified') swept.notified += 1;
    } catch (error) {
      swept.failed += 1;
      log(`${table} ${id}: not notified: ${reason(error)}`);
    }
  }
  // Keeping something for a few minutes more harms less than not telling the team of something else.
  swept.deleted = await requests.deleteExpired().catch((error: unknown) => {
    log(`nothing was deleted: ${reason(error)}`);
    return 0;
  });
  return swept;
}

/** `POST {}` with a secret key: 200 and {@link Swept}, 502 when the database does not answer. */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'team',
    schema: z.object({}),
    failure: 'The database did not answer; call again later.',
    act: async () => ({ status: 200, body: await sweep(parts) }),
  });
