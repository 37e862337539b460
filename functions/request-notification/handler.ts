import { requestNotification } from '../../src/backend/request.ts';
import { makeEndpoint } from '../_shared/endpoint.ts';
import { NOT_YET, notificationAnswer } from '../_shared/notification-answer.ts';
import type { Parts } from '../_shared/parts.ts';

/**
 * Notifies the team of one stored request of any kind and acknowledges it to the visitor.
 *
 * `POST` with the body of {@link requestNotification}: which table, which id. The texts come from the database.
 */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'browser',
    schema: requestNotification,
    failure: NOT_YET,
    act: ({ table, id }) => notificationAnswer(parts, table, id),
  });
