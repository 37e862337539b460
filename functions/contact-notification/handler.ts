import { contactNotification } from '../../src/backend/contact-submission.ts';
import { corsHeaders, readJson, type Refusal } from '../_shared/answers.ts';
import type { Environment } from '../_shared/environment.ts';
import type { Send } from '../_shared/mail.ts';
import { acknowledgement, teamMail } from './mails.ts';
import type { Requests } from './requests.ts';

/** A composed request has at most some 6,000 code points; JSON escapes can make six bytes of one unit. */
const BODY_LIMIT = 64 * 1024;

export interface ContactNotificationParts {
  environment: Pick<Environment, 'publishableKeys' | 'allowedOrigins' | 'teamEmail'>;
  requests: Requests;
  send: Send;
  /** Where failures are logged; never with what a visitor wrote. */
  log: (message: string) => void;
}

/**
 * Tells the team of one stored request and acknowledges it to the visitor.
 *
 * `POST` with the body of {@link contactNotification}. Only its id decides what is mailed: the texts come from the
 * database, so the function can't be used to send anybody's words to anybody.
 * Answers 200 `{state: "notified"}` (also when that happened before), 202 `{state: "claimed"}` while another run is at it,
 * 400/401/404/405/413 or 502 with `{error: Refusal}`. After a 502 the request stays unnotified and can be taken again.
 */
export function makeHandler({
  environment,
  requests,
  send,
  log,
}: ContactNotificationParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const cors = corsHeaders(request, environment.allowedOrigins);
    const answer = (status: number, body: unknown) => Response.json(body, { status, headers: cors });
    const refuse = (status: number, error: Refusal) => answer(status, { error });

    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    if (request.method !== 'POST') return refuse(405, { code: 'method', message: 'Send a POST.' });
    if (!environment.publishableKeys.includes(request.headers.get('apikey') ?? ''))
      return refuse(401, {
        code: 'key',
        message: 'The header "apikey" must hold the publishable key of this project.',
      });

    const body = await readJson(request, BODY_LIMIT);
    if ('refusal' in body) return refuse(body.status, body.refusal);
    const parsed = contactNotification.safeParse(body.value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = String(issue?.path[0] ?? 'body');
      return refuse(400, {
        code: 'field',
        field,
        message: `The field "${field}" is not acceptable: ${issue?.message ?? 'invalid'}.`,
      });
    }

    const { id } = parsed.data;
    try {
      const claim = await requests.claim(id);
      if (claim.state === 'unknown')
        return refuse(404, { code: 'unknown', field: 'id', message: 'No request with this id is stored.' });
      if (claim.state === 'claimed') return answer(202, { state: 'claimed' });
      if (claim.state === 'notified') return answer(200, { state: 'notified' });

      try {
        await send(teamMail(claim.request, environment.teamEmail));
      } catch (error) {
        // If the database can't be reached either, the claim lapses by itself; the reason to log is the first one.
        await requests.release(id).catch(() => undefined);
        throw error;
      }
      // A mistyped address must not keep the team's mail from being marked as sent.
      if (claim.acknowledge)
        await send(acknowledgement(claim.request)).catch((error: unknown) =>
          log(`request ${id}: no acknowledgement: ${reason(error)}`),
        );
      await requests.finish(id);
      return answer(200, { state: 'notified' });
    } catch (error) {
      log(`request ${id}: not notified: ${reason(error)}`);
      return refuse(502, {
        code: 'upstream',
        message: 'The team could not be told yet. The request is stored; call again later.',
      });
    }
  };
}

/** Why it failed, without the addresses that mail servers like to repeat. */
const reason = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/[^\s<>"']+@[^\s<>"']+/g, '(address)');
