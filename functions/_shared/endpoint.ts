import { createHash, timingSafeEqual } from 'node:crypto';
import type { ZodMiniType } from 'zod/mini';
import { corsHeaders, readJson, type Refusal } from './answers.ts';
import { emailCopyVersion } from './email-copy.generated.ts';
import type { Environment } from './environment.ts';
import { reason } from './reason.ts';

/** A function's answer: a status and a JSON body. */
export interface Answer {
  status: number;
  body: unknown;
}

/** An answer that says what the caller did wrong. */
export const refusal = (status: number, error: Refusal): Answer & { body: { error: Refusal } } => ({
  status,
  body: { error },
});

/** A composed request has at most about 6,000 code points; a JSON escape can take six bytes per code unit. */
const BODY_LIMIT = 64 * 1024;

interface Endpoint<Body> {
  environment: Pick<Environment, 'publishableKeys' | 'secretKeys' | 'callReportSecrets' | 'allowedOrigins'>;
  /** Whose key is required: a browser's, the team's or the voice provider's. */
  caller: Caller;
  /** Maximum bytes of a body. Default: the limit of a form. */
  bodyLimit?: number;
  schema: ZodMiniType<Body>;
  log: (message: string) => void;
  /** The message of the 502 when `act` rejects. */
  failure: string;
  act: (body: Body, request: Request) => Promise<Answer>;
}

type Caller = 'browser' | 'team' | 'provider';

/** Where to find each caller's key, and the message of the 401. */
const KEYS: Record<Caller, { of: (request: Request) => string | null | undefined; wanted: string }> = {
  browser: {
    of: ({ headers }) => headers.get('apikey'),
    wanted: 'The header "apikey" must hold the publishable key of this project.',
  },
  team: {
    of: ({ headers }) => headers.get('apikey'),
    wanted: 'The header "apikey" must hold a secret key of this project.',
  },
  provider: {
    of: ({ headers }) => headers.get('x-vapi-secret') || /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1],
    wanted: 'The header "authorization" must hold "Bearer " and the secret CALL_REPORT_SECRET of this project.',
  },
};

/** Timing-safe: the duration does not reveal how much of a guess was right. */
export function isOneOf(keys: readonly string[], key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return keys.some((known) => timingSafeEqual(hash(known), hash(key)));
}

/**
 * What all functions share: `POST` with JSON, a key in a header, CORS.
 *
 * Answers 405, 401, 413 or 400 with `{error: Refusal}` before `act` runs, and 502 when `act` rejects. The 405 also says
 * which words it was deployed with, for `npm run backend -- check`.
 */
export function makeEndpoint<Body>(endpoint: Endpoint<Body>): (request: Request) => Promise<Response> {
  const { environment, caller, bodyLimit = BODY_LIMIT, schema, act, log, failure } = endpoint;
  const keys = {
    browser: environment.publishableKeys,
    team: environment.secretKeys,
    provider: environment.callReportSecrets,
  }[caller];

  async function answer(request: Request): Promise<Answer> {
    if (request.method !== 'POST') {
      const { status, body } = refusal(405, { code: 'method', message: 'Send a POST.' });
      return { status, body: { ...body, words: emailCopyVersion } };
    }
    const { of, wanted } = KEYS[caller];
    const key = of(request);
    // An empty configured key must not authorize a request without a key.
    if (!key || !isOneOf(keys, key)) return refusal(401, { code: 'key', message: wanted });
    const body = await readJson(request, bodyLimit);
    if ('refusal' in body) return refusal(body.status, body.refusal);
    const parsed = schema.safeParse(body.value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = String(issue?.path.at(-1) ?? 'body');
      return refusal(400, {
        code: 'field',
        field,
        message: `The field "${field}" is not acceptable: ${issue?.message ?? 'invalid'}.`,
      });
    }
    try {
      return await act(parsed.data, request);
    } catch (error) {
      log(reason(error));
      return refusal(502, { code: 'upstream', message: failure });
    }
  }

  return async (request) => {
    const headers = corsHeaders(request, environment.allowedOrigins);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
    const { status, body } = await answer(request);
    return Response.json(body, { status, headers });
  };
}
