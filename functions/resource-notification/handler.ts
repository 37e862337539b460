import * as z from 'zod/mini';
import { emailCopy } from '../_shared/email-copy.generated.ts';
import { makeEndpoint, refusal, type Answer } from '../_shared/endpoint.ts';
import { resourceMail } from '../_shared/mails/resource.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';
import type { Waiting } from '../_shared/resource-requests.ts';

const body = z.object({
  resource_type: z.string('required'),
  /** false only counts. */
  send: z.boolean('required'),
});

/** So many mails in one call, which ends well before a claim does; whoever calls goes on until nobody is left. */
const MOST = 5;

/**
 * What one call did: how many it mailed, how many could not be mailed, and how many wait now, these and those that
 * another run holds among them.
 */
export interface ResourceNotification {
  sent: number;
  failed: number;
  waiting: number;
}

/**
 * Mails the next who wait for a resource that it is available, each once.
 *
 * `POST {resource_type, send}` with a secret key: 200 and {@link ResourceNotification}, 404 when there is no mail for
 * such a resource (with the names of those that there are), 502 when the database does not answer.
 */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'team',
    schema: body,
    failure: 'The database did not answer; call again later.',
    act: ({ resource_type: type, send }) => act(parts, type, send),
  });

async function act(parts: Parts, type: string, send: boolean): Promise<Answer> {
  const counts = await parts.resourceRequests.counts();
  const copy = emailCopy.resources.find((resource) => resource.resourceType === type);
  if (!copy) {
    const known = emailCopy.resources.map(({ resourceType }) => `"${resourceType}"`).join(', ');
    return refusal(404, {
      code: 'unknown',
      field: 'resource_type',
      message: `There is no resource "${type}" in content/notify/. There are: ${known}.`,
    });
  }
  const result: ResourceNotification = { sent: 0, failed: 0, waiting: 0 };
  if (send)
    for (const person of await parts.resourceRequests.claim(type, MOST))
      try {
        await parts.send(resourceMail(person, copy, parts.environment));
        result.sent += 1;
        await finish(parts, person);
      } catch (error) {
        // It keeps its claim, which lapses by itself: what fails now fails at once again, and keeps others waiting.
        result.failed += 1;
        parts.log(`notification_requests ${person.id}: not mailed: ${reason(error, person)}`);
      }
  const before = counts.find(({ resource_type }) => resource_type === type)?.waiting ?? 0;
  return { status: 200, body: { ...result, waiting: before - result.sent } };
}

/** Marks a mail as sent. It did go out: failing to mark it must not look like failing to send it. */
async function finish({ resourceRequests, log }: Parts, { id, unsubscribe_token: token }: Waiting): Promise<void> {
  for (let tries = 3; tries > 0; tries--)
    try {
      await resourceRequests.finish(token);
      return;
    } catch (error) {
      log(`notification_requests ${id}: mailed, and not marked: ${reason(error)}`);
    }
}
