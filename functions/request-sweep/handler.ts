import * as z from 'zod/mini';
import { emailCopy } from '../_shared/email-copy.generated.ts';
import { makeEndpoint } from '../_shared/endpoint.ts';
import { deadLettersMail } from '../_shared/mails/dead-letters.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';
import { keepDays } from '../_shared/retention.ts';

/** So many at a time, and no new one after so long (milliseconds): a function may not run for ever. */
const MOST = 50;
const TIME_MS = 50_000;

/** What one sweep did. */
export interface Swept {
  notified: number;
  failed: number;
  /** Dead letters that the team was told of. */
  dead: number;
  /** Rows that had been kept long enough. */
  deleted: number;
  /** Resumes whose application is no longer stored. */
  resumes: number;
}

type SweepParts = Pick<Parts, 'requests' | 'resumes' | 'notify' | 'send' | 'log' | 'environment'>;

/**
 * Tells the team of what it should have been told of and was not: the tab was closed, the mail server was down, or an
 * announced resume or the report of a call never came. What was tried for days becomes a dead letter, and of those one
 * mail tells. Deletes what has been kept long enough, and resumes without an application. To be called every minute.
 *
 * @param stop ends it after the request that it is at
 * @throws Error when the database does not answer
 */
export async function sweep(parts: SweepParts, stop?: AbortSignal): Promise<Swept> {
  const { requests, log } = parts;
  const swept: Swept = { notified: 0, failed: 0, dead: 0, deleted: 0, resumes: 0 };
  const end = Date.now() + TIME_MS;
  const isOver = () => Date.now() > end || stop?.aborted === true;
  // What failed is due later, so that a round without a result is the last one.
  for (let before = -1; before < swept.notified + swept.failed && !isOver();) {
    before = swept.notified + swept.failed;
    await tellOfDue(parts, swept, isOver);
  }
  if (stop?.aborted) return swept;
  swept.dead = await tellOfDeadLetters(parts).catch((error: unknown) => {
    log(`dead letters: not told: ${reason(error)}`);
    return 0;
  });
  // Keeping something for a few minutes more harms less than not telling the team of something else.
  swept.deleted = await requests.deleteExpired(keepDays(emailCopy.retention)).catch((error: unknown) => {
    log(`nothing was deleted: ${reason(error)}`);
    return 0;
  });
  swept.resumes = await parts.resumes.removeOrphans(MOST).catch((error: unknown) => {
    log(`no resume was removed: ${reason(error)}`);
    return 0;
  });
  return swept;
}

async function tellOfDue({ requests, notify, log }: SweepParts, swept: Swept, isOver: () => boolean): Promise<void> {
  for (const { table, id } of await requests.due(MOST)) {
    if (isOver()) return;
    try {
      if ((await notify(table, id)) === 'notified') swept.notified += 1;
    } catch (error) {
      swept.failed += 1;
      log(`${table} ${id}: not notified: ${reason(error)}`);
    }
  }
}

/** The mail has none of a visitor's words in it, so that what kept the request from being mailed can't keep this. */
async function tellOfDeadLetters({ requests, send, environment }: SweepParts): Promise<number> {
  const letters = await requests.untoldDeadLetters(MOST);
  if (letters.length === 0) return 0;
  await send(deadLettersMail(letters, environment.teamEmail));
  for (const { table, id } of letters) await requests.finishDeadLetter(table, id);
  return letters.length;
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
