import * as z from 'zod/mini';
import { emailCopy } from '../_shared/email-copy.generated.ts';
import { makeEndpoint, refusal, type Answer } from '../_shared/endpoint.ts';
import { resourceMail } from '../_shared/mails/resource.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';
import type { Waiting } from '../_shared/resource-requests.ts';

const body = z.object({
  resource_type: z.string('required'),
  /** `false` only counts. */
  send: z.boolean('required'),
});

/** Mails per call, few enough to finish well before a claim expires. The caller repeats until nobody is left. */
const MOST = 5;

/**
 * The result of one call: how many visitors were mailed, how many could not be mailed, and how many still wait,
 * including the failed ones and those that another run has claimed.
 */
export interface ResourceAnnouncement {
  sent: number;
  failed: number;
  waiting: number;
}

/**
 * Tells the next visitors who wait for a resource that it is available, each once.
 *
 * `POST {resource_type, send}` with a secret key: 200 and {@link ResourceAnnouncement}, 404 when there is no mail for
 * this resource (with the names of the known ones), 502 when the database does not answer.
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
      message: `There is no resource "${type}" in content/waiting-lists/. There are: ${known}.`,
    });
  }
  const result: ResourceAnnouncement = { sent: 0, failed: 0, waiting: 0 };
  if (send)
    for (const person of await parts.resourceRequests.claim(type, MOST))
      try {
        await parts.send(resourceMail(person, copy, parts.environment));
        result.sent += 1;
        await finish(parts, person);
      } catch (error) {
        // The claim stays until it expires: an immediate retry would fail again and keep others waiting.
        result.failed += 1;
        parts.log(`notification_requests ${person.id}: not mailed: ${reason(error, person)}`);
      }
  const before = counts.find(({ resource_type }) => resource_type === type)?.waiting ?? 0;
  return { status: 200, body: { ...result, waiting: before - result.sent } };
}

/** Marks a mail as sent. A failure to mark it must not count as a failure to send it. */
async function finish({ resourceRequests, log }: Parts, { id, unsubscribe_token: token }: Waiting): Promise<void> {
  for (let tries = 3; tries > 0; tries--)
    try {
      await resourceRequests.finish(token);
      return;
    } catch (error) {
      log(`notification_requests ${id}: mailed, but not marked as sent: ${reason(error)}`);
    }
}
