import type { TeamTable } from '../../src/backend/request.ts';
import { refusal, type Answer } from './endpoint.ts';
import type { Parts } from './parts.ts';
import { reason } from './reason.ts';

/** What a caller reads when the mail could not go out. */
export const NOT_YET = 'The team could not be told yet. The request is stored; call again later.';

/**
 * Tells the team of a stored request, and says how that went: 200 `{state: "notified"}` (also when it happened before),
 * 202 `{state: "claimed"}` while another run is at it and `{state: "waiting"}` while a resume may still come, 404.
 *
 * @throws Error that names the request, when it could not be mailed
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
