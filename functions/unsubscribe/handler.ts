import { corsHeaders } from '../_shared/answers.ts';
import { emailCopyVersion } from '../_shared/email-copy.generated.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes an address off all lists. `POST ?token=…` with the token from the mail and no key: mail programs (RFC 8058) and
 * the page /unsubscribe call it. A GET changes nothing, because virus scanners follow every link in a mail.
 *
 * Answers 200, also for an address that is already off the list; 400 without a token, 405, 502.
 */
export function makeHandler({
  environment,
  resourceRequests,
  log,
}: Pick<Parts, 'environment' | 'resourceRequests' | 'log'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const headers = corsHeaders(request, environment.allowedOrigins);
    const answer = (status: number, body: unknown) => Response.json(body, { status, headers });
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
    if (request.method !== 'POST')
      return answer(405, {
        error: { code: 'method', message: 'Send a POST, or open the link from the mail.' },
        words: emailCopyVersion,
      });
    const token = new URL(request.url).searchParams.get('token') ?? '';
    if (!UUID.test(token))
      return answer(400, {
        error: { code: 'field', field: 'token', message: 'The address must end in the token from the mail.' },
      });
    try {
      await resourceRequests.unsubscribe(token);
      return answer(200, { state: 'unsubscribed' });
    } catch (error) {
      log(`unsubscribe: ${reason(error)}`);
      return answer(502, { error: { code: 'upstream', message: 'The list could not be changed; call again later.' } });
    }
  };
}
