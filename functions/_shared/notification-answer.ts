import type { TeamTable } from '../../src/backend/request.ts';
import { refusal, type Answer } from './endpoint.ts';
import type { Parts } from './parts.ts';
import { reason } from './reason.ts';

/** The message of the 502 when the mail could not be sent. */
export const NOT_YET = 'The team could not be notified yet. The request is stored; call again later.';

/**
 * Notifies the team of a stored request. Answers 200 `{state: "notified"}` (also when it was notified before), 202
 * `{state: "claimed"}` while another run handles it, 202 `{state: "waiting"}` while a resume may still arrive, or 404.
 *
 * @throws Error that names the request when it could not be mailed
 */
export async function notificationAnswer(
  { notify }: Pick<Parts, 'notify'>,
  table: TeamTable,
  id: string,
): Promise<Answer> {
  const state = await notify(table, id).catch((error: unknown) => {
    throw new Error(`${table} ${id}: not notified: ${reason(error)}`);
  });
  if (state === 'unknown')
    return refusal(404, { code: 'unknown', field: 'id', message: 'No request with this id is stored.' });
  return { status: state === 'notified' ? 200 : 202, body: { state } };
}
