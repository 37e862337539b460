import { plainLine } from '../../src/backend/text-rules.ts';
import { Fault } from '../../src/lib/fault.ts';
import { AGENT_FILE } from '../../src/build/knowledge/agent.ts';
import { originOf } from './content-fields.ts';
import { namedPath } from './list-entries.ts';

/** A request that the provider refused or did not answer. Its message is for people. */
export class ApiError extends Fault {
  override name = 'ApiError';
  /** The HTTP status, or undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(status: number | undefined, message: string) {
    super(message);
    this.status = status;
  }
}

const DASHBOARD = "Vapi's dashboard (dashboard.vapi.ai)";

/** The provider's error messages: NestJS answers with one message or a list of them. */
function messagesOf(body: string): string[] {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    const messages = [message].flat().filter((entry): entry is string => typeof entry === 'string' && entry !== '');
    if (messages.length > 0) return messages.map((text) => plainLine(text));
  } catch {
    // A proxy answers with an HTML page or nothing, which says less than the status.
  }
  return [];
}

/** The provider's message, with the content field that it refers to. */
function withOrigin(message: string, sent: unknown): string {
  const [path = ''] = message.split(' ');
  const origin = originOf(namedPath(sent, path));
  const place = origin?.endsWith('.env') || !origin ? origin : `${origin} of ${AGENT_FILE}`;
  return `  - ${message}${place ? `\n    It comes from ${place}.` : ''}`;
}

/** The message for something that does not exist at the provider. */
function unknownThing(what: string): string {
  const [, kind = '', id] = /^\w+ \/(\w+)\/(.+)$/.exec(what) ?? [];
  if (id === undefined) return `Vapi does not know the request ${what} (404). Check VAPI_API_URL.`;
  const remedy =
    kind === 'assistant'
      ? 'Check that it is in the account of VAPI_PRIVATE_KEY. If it was deleted, remove its id (PUBLIC_VAPI_ASSISTANT_ID) from .env.'
      : 'It may have been removed already.';
  return `Vapi does not know the ${kind} ${decodeURIComponent(id)} (${what}: 404). ${remedy}`;
}

/**
 * The error for an answer that is not a success.
 *
 * @param what the request, for example "GET /assistant/1"
 * @param tries how often it was sent
 * @param sent its JSON, if any
 */
export function refusal(what: string, status: number, body: string, tries: number, sent?: unknown): ApiError {
  const messages = messagesOf(body);
  const said = messages.length > 0 ? `\nVapi says: ${messages.join('; ')}` : '';
  const error = (text: string) => new ApiError(status, text + said);
  switch (status) {
    case 400:
    case 422:
      return new ApiError(
        status,
        `Vapi refused the request (${what}: ${status}). Fix this and try again:\n${(messages.length > 0 ? messages : ['(no reason given)']).map((message) => withOrigin(message, sent)).join('\n')}`,
      );
    case 401:
      return error(
        `Vapi refused the key in VAPI_PRIVATE_KEY (${what}: 401). It is mistyped, deleted, or the public key. The private key is in ${DASHBOARD} under API Keys; put it into .env.`,
      );
    case 402:
      return error(
        `Vapi requires payment (${what}: 402). Add credit or raise the limit in ${DASHBOARD} under Billing.`,
      );
    case 403:
      return error(
        `The key in VAPI_PRIVATE_KEY is not allowed to do this (${what}: 403). Use a private key of the same organization without restrictions, from ${DASHBOARD} under API Keys.`,
      );
    case 404:
      return error(unknownThing(what));
    case 413:
      return error(
        `The request is too large for Vapi (${what}: 413). Shorten the pages, or leave some out of the knowledge.`,
      );
    case 429:
      return error(
        `Vapi got too many requests from this account (${what}: 429, ${tries} tries). Try again in a minute.`,
      );
    default:
      return error(
        status >= 500
          ? `Vapi has a problem (${what}: ${status}, ${tries} ${tries === 1 ? 'try' : 'tries'}). Check status.vapi.ai and try again later.`
          : `Vapi answered ${status} to ${what}, which this command does not expect. It may be out of date.`,
      );
  }
}

/** The system's code of a failed connection, for example ECONNREFUSED. */
export function connectionCode(error: unknown): string {
  const { name, code, cause, errors } = error as { name?: string; code?: unknown; cause?: unknown; errors?: unknown[] };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (typeof code === 'string') return code;
  const inner = cause ?? errors?.[0];
  return inner === undefined ? '' : connectionCode(inner);
}

/**
 * The error for a request that got no answer.
 *
 * @param done whether the request may have been carried out anyway
 */
export function unanswered(what: string, url: string, error: unknown, done: boolean): ApiError {
  const host = new URL(url).host;
  const code = connectionCode(error);
  const said = /ENOTFOUND|EAI_AGAIN/.test(code)
    ? `The name ${host} can't be resolved. Are you online?`
    : code === 'ECONNREFUSED'
      ? `${host} refuses connections. Check for a firewall or proxy in between.`
      : /TIMEOUT|ETIMEDOUT/.test(code)
        ? `${host} did not answer in time. Try again later.`
        : `The connection to ${host} broke (${code || (error as Error).message}). Try again.`;
  const unsure = done
    ? '\nThe request may have been carried out anyway: check with `npm run assistant -- plan`' +
      `${what.startsWith('POST') ? ` and in ${DASHBOARD}` : ''} before you try again.`
    : '';
  return new ApiError(undefined, `${what} got no answer. ${said}${unsure}`);
}

/** The error for an answer that can't be read. */
export const unreadable = (what: string, reason: string) =>
  new ApiError(undefined, `The answer to ${what} can't be understood: ${reason}. Check VAPI_API_URL.`);
