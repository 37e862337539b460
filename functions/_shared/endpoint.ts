import type { ZodMiniType } from 'zod/mini';
import { corsHeaders, readJson, type Refusal } from './answers.ts';
import type { Environment } from './environment.ts';
import { reason } from './reason.ts';

/** What a function answers: a status and a JSON body. */
export interface Answer {
  status: number;
  body: unknown;
}

/** An answer that says what the caller did wrong. */
export const refusal = (status: number, error: Refusal): Answer => ({ status, body: { error } });

/** A composed request has at most some 6,000 code points; JSON escapes can make six bytes of one unit. */
const BODY_LIMIT = 64 * 1024;

interface Endpoint<Body> {
  environment: Pick<Environment, 'publishableKeys' | 'secretKeys' | 'allowedOrigins'>;
  /** Whose key opens it: any browser's, or only the team's. */
  caller: 'browser' | 'team';
  schema: ZodMiniType<Body>;
  log: (message: string) => void;
  /** The sentence of the 502 when `act` rejects. */
  failure: string;
  act: (body: Body) => Promise<Answer>;
}

/**
 * What all functions have in common: `POST` with JSON, a key in the header "apikey", CORS.
 *
 * Answers 405, 401, 413 or 400 with `{error: Refusal}` before `act` sees anything, 502 when it rejects.
 */
export function makeEndpoint<Body>(endpoint: Endpoint<Body>): (request: Request) => Promise<Response> {
  const { environment, caller, schema, act, log, failure } = endpoint;
  const keys = caller === 'browser' ? environment.publishableKeys : environment.secretKeys;

  async function answer(request: Request): Promise<Answer> {
    if (request.method !== 'POST') return refusal(405, { code: 'method', message: 'Send a POST.' });
    const key = request.headers.get('apikey');
    // A key that is set to nothing must not let in who brings none.
    if (!key || !keys.includes(key))
      return refusal(401, {
        code: 'key',
        message: `The header "apikey" must hold ${caller === 'browser' ? 'the publishable key' : 'a secret key'} of this project.`,
      });
    const body = await readJson(request, BODY_LIMIT);
    if ('refusal' in body) return refusal(body.status, body.refusal);
    const parsed = schema.safeParse(body.value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = String(issue?.path[0] ?? 'body');
      return refusal(400, {
        code: 'field',
        field,
        message: `The field "${field}" is not acceptable: ${issue?.message ?? 'invalid'}.`,
      });
    }
    try {
      return await act(parsed.data);
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
