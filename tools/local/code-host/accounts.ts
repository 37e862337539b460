import { createHash, randomBytes } from 'node:crypto';
import { EDITOR_RIGHTS, type Rights, type TokenOptions } from './options.ts';

/** Somebody with an account. */
export interface User {
  id: number;
  login: string;
}

/** Who sends a request, and what it may do. */
export interface Caller extends User {
  /** A token that was pasted, or one of an App that they have signed in with. */
  kind: 'token' | 'app';
  rights: Rights;
  /** Milliseconds since 1970. */
  expires: number | undefined;
}

/** GitHub's form of an account's name. */
export const isLogin = (text: string): boolean => /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i.test(text);

/** An account's number follows from its name: everybody has an account. */
export const userOf = (login: string): User => ({
  id: createHash('sha256').update(login.toLowerCase()).digest().readUIntBE(0, 4),
  login,
});

/** What a commit says of its author. */
export const authorOf = ({ id, login }: User): { name: string; email: string } => ({
  name: login,
  email: `${id}+${login}@users.noreply.localhost`,
});

/** The account of a commit's author. */
export function userOfEmail(email: string): User | undefined {
  const [, login] = /^\d+\+(.+)@users\.noreply\.localhost$/.exec(email) ?? [];
  return login === undefined ? undefined : userOf(login);
}

const characters = (count: number): string => randomBytes(count).toString('hex').slice(0, count);

/** A token in GitHub's form, by which scanners find one that was published. */
export const newToken = (kind: Caller['kind'] | 'refresh'): string => {
  if (kind === 'token') return `github_pat_${characters(22)}_${characters(59)}`;
  return `${kind === 'app' ? 'ghu' : 'ghr'}_${characters(36)}`;
};

/** @param now the time in milliseconds */
export function openAccounts(now: () => number) {
  const callers = new Map<string, Caller>();

  return {
    /** @returns the token */
    add(kind: Caller['kind'], { login, rights, expires, token = newToken(kind) }: TokenOptions): string {
      callers.set(token, { ...userOf(login), kind, rights: { ...EDITOR_RIGHTS, ...rights }, expires });
      return token;
    },
    /** undefined if there is no such token, or if it has expired */
    caller(token: string): Caller | undefined {
      const caller = callers.get(token);
      return caller && (caller.expires ?? Infinity) > now() ? caller : undefined;
    },
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
