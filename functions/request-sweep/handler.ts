import * as z from 'zod/mini';
import { emailCopy } from '../_shared/email-copy.generated.ts';
import { makeEndpoint } from '../_shared/endpoint.ts';
import { deadLettersMail } from '../_shared/mails/dead-letters.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';
import { keepDays } from '../_shared/retention.ts';

/** The batch size, and the time after which no new request is started (milliseconds): functions have a time limit. */
const MOST = 50;
const TIME_MS = 50_000;

/** What one sweep did. */
export interface Swept {
  notified: number;
  failed: number;
  /** Dead letters that the team was notified of. */
  dead: number;
  /** Expired rows that were deleted. */
  deleted: number;
  /** Deleted resumes whose application is no longer stored. */
  resumes: number;
  /** Removed rooms whose booking was erased. */
  rooms: number;
}

type SweepParts = Pick<Parts, 'requests' | 'resumes' | 'meetings' | 'notify' | 'send' | 'log' | 'environment'>;

/**
 * Notifies the team of requests that it missed: the tab was closed, the mail server was down, or an announced resume or
 * call report never arrived. A request that has failed for days becomes a dead letter; one mail reports all new ones.
 * Also deletes expired rows, resumes without an application, and rooms without a booking. Call it every minute.
 *
 * @param stop ends the sweep after the current request
 * @throws Error when the database does not answer
 */
export async function sweep(parts: SweepParts, stop?: AbortSignal): Promise<Swept> {
  const { requests, log } = parts;
  const swept: Swept = { notified: 0, failed: 0, dead: 0, deleted: 0, resumes: 0, rooms: 0 };
  const end = Date.now() + TIME_MS;
  const isOver = () => Date.now() > end || stop?.aborted === true;
  const unprepared = await requests.prepareSweep().catch((error: unknown) => [reason(error)]);
  for (const failed of unprepared) log(`sweep: not prepared: ${failed}`);
  // A failed request is due again only later, so a round without any result is the last one.
  for (let before = -1; before < swept.notified + swept.failed && !isOver();) {
    before = swept.notified + swept.failed;
    await tellOfDue(parts, swept, isOver);
  }
  if (stop?.aborted) return swept;
  swept.dead = await tellOfDeadLetters(parts).catch((error: unknown) => {
    log(`dead letters: not mailed: ${reason(error)}`);
    return 0;
  });
  // A failed deletion must not fail the sweep: notifying the team matters more than deleting on time.
  swept.deleted = await requests.deleteExpired(keepDays(emailCopy.retention)).catch((error: unknown) => {
    log(`expired rows: not deleted: ${reason(error)}`);
    return 0;
  });
  swept.resumes = await parts.resumes.removeOrphans(MOST).catch((error: unknown) => {
    log(`orphaned resumes: not deleted: ${reason(error)}`);
    return 0;
  });
  const removing = parts.meetings?.removeOrphans(MOST, isOver).catch((error: unknown) => {
    log(`orphaned rooms: not removed: ${reason(error)}`);
    return 0;
  });
  swept.rooms = (await removing) ?? 0;
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

/** The mail contains no visitor input, so whatever blocked a request's mail can't block this one. */
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
