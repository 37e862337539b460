import { isIP } from 'node:net';
import postgres from 'postgres';
import { checkKey, type KeyRole } from '../api/api-key.ts';
import type { LocalKeys } from '../folder.ts';
import type { DatabaseOptions } from '../postgres/cluster.ts';
import { answerPreflight, asResponse } from './answers.ts';
import type { Auth, Call } from './auth.ts';
import { readFields } from './fields.ts';
import { openLimits } from './limits.ts';
import { Refusal } from './refusal.ts';
import { authPath, ROUTES, type Route } from './routes.ts';
import { findSession, type Session } from './sessions.ts';
import { makeSigningKey, type SigningKey } from './signing-key.ts';
import { tokenOf, withLiteToken, type Lite } from './tokens.ts';

/**
 * The stand-in for Supabase's Auth server, in front of @supabase/lite, which knows neither factors nor assurance levels
 * nor asymmetric keys (docs/decisions/026-staff-sign-in.md).
 */
export interface AuthApi {
  /**
   * Answers a request for one of its routes.
   *
   * @param path of the whole API
   * @param address the caller's IP address
   * @param lite answers what lite can do
   */
  answer(request: Request, path: string, address: string, lite: Lite): Promise<Response>;
  /** A request for lite's other services, with the token that it understands. */
  forLite(request: Request): Request;
  close(): Promise<void>;
}

/** What supabase/config.toml says. */
export interface AuthSettings {
  /** How long an access token lives (seconds). */
  lifetime: number;
  /** The fewest characters of a password. */
  shortestPassword: number;
  siteUrl: string;
}

const badToken = (why: string) =>
  new Refusal(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);

/** @throws Refusal when the request's token is not one of ours, has expired, or its session has ended */
async function sessionOf({ database, key }: Auth, { headers }: Request): Promise<Session> {
  if (!/^Bearer\s+\S/i.test(headers.get('authorization') ?? ''))
    throw new Refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const token = tokenOf(headers);
  // A key of the project, of which the hosted gateway makes a token without a person.
  if (token === undefined) throw new Refusal(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const reading = key.read(token);
  if ('fault' in reading)
    throw badToken(
      reading.fault === 'malformed'
        ? 'token is malformed: token contains an invalid number of segments'
        : 'token signature is invalid: signature is invalid',
    );
  if (reading.isExpired) throw badToken('token has invalid claims: token is expired');
  return findSession(database, reading.claims);
}

/** @throws Refusal unless the secret key counts: a token of a person outranks it */
async function checkTeam(auth: Auth, role: KeyRole, request: Request): Promise<void> {
  if (tokenOf(request.headers) !== undefined) await sessionOf(auth, request);
  else if (role === 'service_role') return;
  throw new Refusal(403, 'not_admin', 'User not allowed');
}

/**
 * Opens the Auth API over a database that has the tables of a hosted project.
 *
 * @param database how the superuser connects
 */
export function openAuth(database: DatabaseOptions, keys: LocalKeys, settings: AuthSettings): AuthApi {
  const connection = postgres({ ...database, max: 4, onnotice: () => undefined });
  const key: SigningKey = makeSigningKey(keys.signing);
  const { lifetime, shortestPassword, siteUrl } = settings;
  const auth: Auth = { database: connection, key, lifetime, shortestPassword, site: new URL(siteUrl).host };
  const isWithin = openLimits();

  async function run(route: Route, request: Request, ids: string[], address: string, lite: Lite): Promise<Response> {
    if (route.who === 'anyone') return route.answer(auth);
    const checked = checkKey(request, keys);
    if ('refusal' in checked) return checked.refusal;
    if (route.limit && !isWithin(`${route.method} ${route.path.source}`, address, route.limit))
      throw new Refusal(429, 'over_request_rate_limit', 'Request rate limit reached');
    const { origin, searchParams: query } = new URL(request.url);
    const read = async (): Promise<Call> => ({
      fields: await readFields(request),
      query,
      ids,
      // A column of the type inet holds it.
      address: isIP(address) === 0 ? '0.0.0.0' : address,
      issuer: `${origin}/auth/v1`,
      request,
    });
    switch (route.who) {
      case 'key':
        return route.answer(auth, await read(), lite);
      case 'session': {
        const session = await sessionOf(auth, request);
        return route.answer(auth, await read(), session);
      }
      case 'team':
        await checkTeam(auth, checked.role, request);
        return route.answer(auth, await read());
    }
  }

  return {
    async answer(request, path, address, lite) {
      const inner = authPath(path) ?? '';
      const route = ROUTES.find((one) => one.method === request.method && one.path.test(inner));
      if (!route) return answerPreflight();
      try {
        const ids = route.path.exec(inner)?.slice(1) ?? [];
        return await run(route, request, ids, address, lite);
      } catch (error) {
        if (error instanceof Refusal) return asResponse(error, request);
        console.error(error);
        return asResponse(new Refusal(500, 'unexpected_failure', 'The local sign-in failed; see its log.'), request);
      }
    },
    forLite: (request) => withLiteToken(request, key, keys.jwtSecret),
    close: () => connection.end({ timeout: 1 }),
  };
}
