/**
 * Why the database did not do what it was asked. `signed-out`: the session is over. `not-staff`: it no longer has the
 * rights. `conflict`: somebody was faster. `gone`: the request is no longer stored. `refused`: the question is wrong.
 */
export type FailureKind = 'signed-out' | 'not-staff' | 'conflict' | 'gone' | 'refused' | 'offline' | 'server';

/** What PostgREST and the Storage say about a failure. */
export interface Refusal {
  message: string;
  code?: string | null;
  hint?: string | null;
}

/** A failure in words that say what to do. */
export class Failure extends Error {
  override name = 'Failure';
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export const OFFLINE = 'There is no connection. Check your network and try again.';
export const SESSION_OVER = 'Your session has ended. Sign in again.';
const NOT_STAFF = 'This account is not staff (any more). An administrator can add it again.';
const GONE = 'This request is no longer stored. It was erased, or its time was over.';

/** The kind of a failure. `status` is that of the response; 0 if there was none. */
function kindOf(status: number, code: string): FailureKind {
  if (status === 0) return 'offline';
  // Without a token the public key asks, which may not do anything here.
  if (status === 401 || code === 'PGRST301' || code === 'PGRST303') return 'signed-out';
  if (code === '42501') return 'not-staff';
  if (status === 409) return 'conflict';
  if (status === 404 && code === 'PT404') return 'gone';
  // What a check of a column refuses, too.
  if (status === 429 || code === 'PT400' || code === '23514') return 'refused';
  return 'server';
}

/** A refusal as a failure. */
export function failureOf({ message, code, hint }: Refusal, status: number): Failure {
  const kind = kindOf(status, code ?? '');
  const said = {
    'signed-out': SESSION_OVER,
    'not-staff': NOT_STAFF,
    conflict: message,
    gone: GONE,
    refused:
      status === 429 ? 'Too many requests. Wait a minute and try again.' : [message, hint].filter(Boolean).join(' '),
    offline: OFFLINE,
    server: `The server could not do this (${code || status}). Try again. If it stays like this, tell an administrator.`,
  };
  return new Failure(kind, said[kind]);
}

/** What the desk says about anything that was thrown. */
export const failureFrom = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure('server', 'Something in the desk went wrong. Reload the page. What you wrote is kept.');
