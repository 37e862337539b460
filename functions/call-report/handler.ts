import { callRow, providerMessage, reportIn, SESSION_UPDATED, type ProviderMessage } from '../_shared/call-report.ts';
import { makeEndpoint, refusal, type Answer } from '../_shared/endpoint.ts';
import type { Parts } from '../_shared/parts.ts';
import { reason } from '../_shared/reason.ts';

/** A report contains the whole conversation, several times over, and the assistant's settings. */
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * Handles the voice provider's message about the end of a call or a chat: stores it, mails all of it to the team, and mails
 * the visitor a thank-you with the summary.
 *
 * `POST` with the provider's server message and the secret CALL_REPORT_SECRET, as bearer token or in "x-vapi-secret".
 * Answers 200 `{state}` once the call is stored: `notified`, `waiting` while its lead is not stored, `claimed` while
 * another run handles it, `stored` when request-sweep sends the mail later, since it could not be sent or more may come,
 * `ignored` for any other message; 400 when the report names no call; 502 when the database does not answer, so that the
 * provider delivers it again. A call is stored and mailed once, however often and in whatever order messages arrive.
 */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'provider',
    bodyLimit: BODY_LIMIT,
    schema: providerMessage,
    failure: 'The report could not be stored. Deliver it again later.',
    act: ({ message }) => act(parts, message),
  });

async function act({ calls, notify, log }: Parts, message: ProviderMessage): Promise<Answer> {
  const report = reportIn(message);
  if (!report) return { status: 200, body: { state: 'ignored' } };
  const call = callRow(report);
  if (!call)
    return refusal(400, {
      code: 'field',
      field: 'message',
      message: 'The report must name its call or chat: message.call.id or message.chat.sessionId.',
    });
  await calls.store(call);
  // Its report may follow, with the summary. If not, request-sweep mails what there is.
  if (message.type === SESSION_UPDATED) return { status: 200, body: { state: 'stored' } };
  const state = await notify('voice_calls', call.id).catch((error: unknown) => {
    log(`voice_calls ${call.id}: not notified: ${reason(error)}`);
    return 'stored' as const;
  });
  return { status: 200, body: { state } };
}
