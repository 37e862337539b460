import { signHs256 } from '../hs256.ts';
import type { Auth, Call } from './auth.ts';
import { textOf } from './fields.ts';
import { Refusal } from './refusal.ts';
import { issueSession, noteMethod } from './sessions.ts';
import type { Claims, SigningKey } from './signing-key.ts';

/** Answers a request without our tokens: @supabase/lite. */
export type Lite = (request: Request) => Promise<Response>;

/** Lite refuses it as it does any other that it can't verify. Left out, the caller would be an anonymous one. */
const BAD_TOKEN = 'not.a.token';

/** The token of a request. Undefined without one: the keys of the project are no tokens. */
export function tokenOf(headers: Headers): string | undefined {
  const token = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim();
  return token === undefined || token.startsWith('sb_') ? undefined : token;
}

/** A request for lite, with the token that it understands in the place of ours. Whatever is not ours is refused there. */
export function withLiteToken(request: Request, key: SigningKey, secret: string): Request {
  const token = tokenOf(request.headers);
  if (token === undefined) return request;
  const reading = key.read(token);
  const headers = new Headers(request.headers);
  // One that has expired is passed on, too: lite then says so. Lite's token never leaves this process.
  headers.set('authorization', `Bearer ${'claims' in reading ? signHs256(reading.claims, secret) : BAD_TOKEN}`);
  return new Request(request, { headers });
}

/** What lite answers when somebody signs in. */
interface Granted {
  access_token: string;
  refresh_token: string;
}

/** The session of a token that lite has just made. */
function sessionIn(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  return claims.session_id;
}

/**
 * Signs in with a password or a refresh token. lite checks them; the token that it makes is replaced by one of ours.
 *
 * @throws Refusal with what lite said
 */
export async function signIn(auth: Auth, { query, fields, request, issuer }: Call, lite: Lite): Promise<object> {
  const grant = query.get('grant_type');
  // lite knows a third one.
  if (grant !== 'password' && grant !== 'refresh_token')
    throw new Refusal(400, 'invalid_credentials', 'unsupported_grant_type');
  // lite fails at anything but text.
  for (const name of ['email', 'password', 'refresh_token']) textOf(fields, name);
  const headers = new Headers({ 'content-type': 'application/json', apikey: request.headers.get('apikey') ?? '' });
  const answer = await lite(new Request(request.url, { method: 'POST', headers, body: JSON.stringify(fields) }));
  const body: unknown = await answer.json();
  if (!answer.ok) {
    const { error_code = 'unexpected_failure', msg = '' } = body as { error_code?: string; msg?: string };
    throw new Refusal(answer.status, error_code, msg || 'The local sign-in failed; see its log.');
  }
  const { access_token, refresh_token } = body as Granted;
  const session = sessionIn(access_token);
  if (grant === 'password') await noteMethod(auth.database, session, 'password');
  return issueSession(auth, session, refresh_token, issuer);
}
