import { makeTurns } from '../../../src/lib/in-turn.ts';
import { createUser, deleteUser, userPage } from './admin.ts';
import { answerNothing, answerWith } from './answers.ts';
import type { Auth, Call } from './auth.ts';
import { challenge, enroll, factorsOf, findFactor, removeFactor, unenroll, verify } from './factors.ts';
import { idOf, onlyKnows, textOf } from './fields.ts';
import type { Limit } from './limits.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { endSessions, type Session } from './sessions.ts';
import { signIn, type Lite } from './tokens.ts';
import { userOf } from './users.ts';

/** A route of the Auth API. */
interface RouteOf<Who, Answer> {
  method: string;
  path: RegExp;
  /** Who may call it: anyone, with or without a key; a holder of a key of the project; somebody with a session; or the team with the secret key. */
  who: Who;
  /** The name of the limit is the route's. */
  limit?: Limit;
  answer: Answer;
}

export type Route =
  | RouteOf<'anyone', (auth: Auth) => Response>
  | RouteOf<'key', (auth: Auth, call: Call, lite: Lite) => Promise<Response>>
  | RouteOf<'session', (auth: Auth, call: Call, session: Session) => Promise<Response>>
  | RouteOf<'team', (auth: Auth, call: Call) => Promise<Response>>;

/** The original lets thirty requests pass at once, too, and then one every two seconds. */
const SIGN_IN: Limit = { most: 30, seconds: 300 };
/** The original lets thirty pass at once, and then one every four seconds. */
const CODE: Limit = { most: 15, seconds: 60 };

const ownFactor = ({ database }: Auth, { ids }: Call, { user }: Session) =>
  findFactor(database, user, idOf(ids, 0, 'factor_id'));

/** The person that the path of a team's route names. */
const person = async ({ database }: Auth, { ids }: Call) => userOf(database, idOf(ids, 0, 'user_id'));

/**
 * Every route of the Auth API that the product uses. All others are closed: sign-up, links and codes by mail, other
 * providers. lite would create accounts even with sign-up disabled.
 */
/**
 * Whatever changes tokens, sessions and passwords. While a session is raised to aal2, no refresh token from before may be
 * in the middle of leading to a new one; while a password is reset, nobody in the middle of changing it.
 */
const inTurn = makeTurns();

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/\.well-known\/jwks\.json$/,
    who: 'anyone',
    answer: ({ key }) => answerWith(key.jwks, { 'cache-control': 'public, max-age=600' }),
  },
  {
    method: 'POST',
    path: /^\/token$/,
    who: 'key',
    limit: SIGN_IN,
    answer: async (auth, call, lite) => answerWith(await inTurn(() => signIn(auth, call, lite))),
  },
  {
    method: 'GET',
    path: /^\/user$/,
    who: 'session',
    answer: async ({ database }, _call, session) => answerWith(await userOf(database, session.user)),
  },
  {
    method: 'PUT',
    path: /^\/user$/,
    who: 'session',
    limit: SIGN_IN,
    answer: async (auth, { fields }, session) => {
      onlyKnows(fields, 'password');
      const password = textOf(fields, 'password');
      if (password === '') throw new Refusal(400, 'validation_failed', 'Only the password can be changed here.');
      await inTurn(() => changePassword(auth, session, password));
      return answerWith(await userOf(auth.database, session.user));
    },
  },
  {
    method: 'POST',
    path: /^\/logout$/,
    who: 'session',
    answer: async ({ database }, { query }, session) => {
      await endSessions(database, session, query.get('scope') ?? '');
      return answerNothing();
    },
  },
  {
    method: 'POST',
    path: /^\/factors$/,
    who: 'session',
    answer: async (auth, { fields }, session) => {
      const [type, name, issuer] = ['factor_type', 'friendly_name', 'issuer'].map((field) => textOf(fields, field));
      return answerWith(await enroll(auth, session, type ?? '', name ?? '', issuer ?? ''));
    },
  },
  {
    method: 'POST',
    path: /^\/factors\/([^/]+)\/challenge$/,
    who: 'session',
    limit: CODE,
    answer: async (auth, call, session) =>
      answerWith(await challenge(auth, await ownFactor(auth, call, session), call.address)),
  },
  {
    method: 'POST',
    path: /^\/factors\/([^/]+)\/verify$/,
    who: 'session',
    limit: CODE,
    answer: async (auth, call, session) => {
      const { fields, address, issuer } = call;
      const [code, answered] = [textOf(fields, 'code'), textOf(fields, 'challenge_id')];
      const factor = await ownFactor(auth, call, session);
      const given = { challenge: answered, code, address, issuer };
      return answerWith(await inTurn(() => verify(auth, session, factor, given)));
    },
  },
  {
    method: 'DELETE',
    path: /^\/factors\/([^/]+)$/,
    who: 'session',
    answer: async (auth, call, session) => {
      const factor = await ownFactor(auth, call, session);
      await unenroll(auth, session, factor);
      return answerWith({ id: factor.id });
    },
  },
  {
    method: 'GET',
    path: /^\/admin\/users$/,
    who: 'team',
    answer: async (auth, { query }) => {
      const { body, headers } = await userPage(auth, query);
      return answerWith(body, headers);
    },
  },
  {
    method: 'POST',
    path: /^\/admin\/users$/,
    who: 'team',
    answer: async (auth, { fields }) => answerWith(await createUser(auth, fields)),
  },
  {
    method: 'GET',
    path: /^\/admin\/users\/([^/]+)$/,
    who: 'team',
    answer: async (auth, call) => answerWith(await person(auth, call)),
  },
  {
    method: 'PUT',
    path: /^\/admin\/users\/([^/]+)$/,
    who: 'team',
    answer: async (auth, call) => {
      onlyKnows(call.fields, 'password');
      const { id } = await person(auth, call);
      await inTurn(() => resetPassword(auth, id, textOf(call.fields, 'password')));
      return answerWith(await userOf(auth.database, id));
    },
  },
  {
    method: 'DELETE',
    path: /^\/admin\/users\/([^/]+)$/,
    who: 'team',
    answer: async (auth, call) => {
      const { id } = await person(auth, call);
      await inTurn(() => deleteUser(auth, id, call.fields));
      return answerWith({});
    },
  },
  {
    method: 'GET',
    path: /^\/admin\/users\/([^/]+)\/factors$/,
    who: 'team',
    answer: async (auth, call) => answerWith(await factorsOf(auth.database, (await person(auth, call)).id)),
  },
  {
    method: 'DELETE',
    path: /^\/admin\/users\/([^/]+)\/factors\/([^/]+)$/,
    who: 'team',
    answer: async (auth, call) => {
      const { id } = await person(auth, call);
      const factor = await findFactor(auth.database, id, idOf(call.ids, 1, 'factor_id'));
      await removeFactor(auth, factor);
      return answerWith({ id: factor.id });
    },
  },
];

/** The path of the Auth API that a path of the whole API is; undefined if it is elsewhere. */
export const authPath = (path: string): string | undefined => /^\/auth\/v1(\/.*)$/.exec(path)?.[1];

/** Whether anything answers at a path of the whole API. A browser asks with OPTIONS first. */
export function isAuthRoute(method: string, path: string): boolean {
  const inner = authPath(path);
  if (inner === undefined) return false;
  return ROUTES.some((route) => route.path.test(inner) && (route.method === method || method === 'OPTIONS'));
}
