import { contactNotification } from '../../src/backend/contact-submission.ts';
import { makeEndpoint } from '../_shared/endpoint.ts';
import { NOT_YET, notificationAnswer } from '../_shared/notification-answer.ts';
import type { Parts } from '../_shared/parts.ts';

/**
 * Notifies the team of one stored contact request and acknowledges it to the visitor.
 *
 * `POST` with the body of {@link contactNotification}. Only its id decides what is mailed: the texts come from the
 * database, so the function can't be used to send arbitrary text to anyone. After a 502 the request stays unnotified
 * and can be claimed again.
 */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'browser',
    schema: contactNotification,
    failure: NOT_YET,
    act: ({ id }) => notificationAnswer(parts, 'contact_submissions', id),
  });
