import * as z from 'zod/mini';
import {
  editSignIn,
  type EditSignIn,
  type EditSignInAnswer,
  type EditSignInRefusal,
} from '../../src/backend/edit-sign-in.ts';
import type { EditSettings } from '../_shared/edit-settings.ts';
import { makeEndpoint, refusal, type Answer } from '../_shared/endpoint.ts';
import type { Parts } from '../_shared/parts.ts';

const refused = (status: number, code: EditSignInRefusal, message: string) => refusal(status, { code, message });

const OFF = refused(404, 'off', 'Signing in with GitHub is not set up. Sign in with a token.');
const NOT_OURS = refused(403, 'origin', 'Only the page of the editor can sign in. Open it at its own address.');
const NO_CODE = refused(400, 'code', 'This sign-in is not valid any more. Sign in again.');

const TIMEOUT_MS = 10_000;

/** What the code host answers, with status 200 in both cases. */
const answered = z.union([
  z.object({
    access_token: z.string().check(z.regex(/^[\w.-]{1,1024}$/)),
    token_type: z.string().check(z.regex(/^bearer$/i)),
    /** Seconds. An App whose tokens do not expire leaves it out. */
    expires_in: z.optional(z.int().check(z.positive())),
  }),
  z.object({ error: z.string().check(z.regex(/^[a-z_]{1,60}$/)) }),
]);

/** Errors that no editor can do anything about: the App, or our settings, are wrong. */
const OURS: readonly string[] = ['incorrect_client_credentials', 'redirect_uri_mismatch'];

/**
 * Exchanges a code for a token.
 *
 * @throws Error without anything that was sent or received, but for the name of the error
 */
async function exchange(settings: EditSettings, { code, verifier }: EditSignIn): Promise<Answer> {
  const { appId, appSecret, host, page } = settings;
  const response = await fetch(`${host}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      client_id: appId,
      client_secret: appSecret,
      code,
      redirect_uri: page,
      code_verifier: verifier,
    }),
    // Nobody else gets the secret.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { success, data } = answered.safeParse(await response.json().catch(() => undefined));
  if (!success) throw new Error(`The code host answered ${response.status} to a sign-in, and no token.`);
  if ('error' in data) {
    if (OURS.includes(data.error)) throw new Error(`The code host refused a sign-in: ${data.error}.`);
    return NO_CODE;
  }
  const body: EditSignInAnswer = {
    token: data.access_token,
    expires: data.expires_in === undefined ? null : new Date(Date.now() + data.expires_in * 1000).toISOString(),
  };
  return { status: 200, body };
}

/**
 * Signs editors of the site's words in at the code host: the last step of its web flow, which needs the App's secret. What
 * would renew a token is thrown away.
 *
 * `POST` with the body of {@link editSignIn}, from the page of the editor only; answers {@link EditSignInAnswer}. 502
 * when the code host does not answer, or the settings of the App are wrong.
 */
export function makeHandler(parts: Pick<Parts, 'environment' | 'log'>): (request: Request) => Promise<Response> {
  const { editing } = parts.environment;
  const origin = editing && new URL(editing.page).origin;
  const endpoint = makeEndpoint({
    ...parts,
    // An address of a test, or of another room, is none for a token.
    environment: { ...parts.environment, allowedOrigins: [origin ?? ''] },
    caller: 'browser',
    schema: editSignIn,
    failure: 'GitHub did not sign you in. Try again in a minute, or sign in with a token.',
    act: async (body, { headers }) => {
      if (!editing) return OFF;
      if (headers.get('origin') !== origin || body.redirect !== editing.page) return NOT_OURS;
      return exchange(editing, body);
    },
  });
  return async (request) => {
    const response = await endpoint(request);
    response.headers.set('cache-control', 'no-store');
    return response;
  };
}
