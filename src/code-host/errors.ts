import type { Right } from './code-host.ts';

/** The code host could not do what was asked. The message is for the person editing, and never has the token in it. */
export class CodeHostError extends Error {
  override name = 'CodeHostError';
}

/** The token is wrong, was revoked, or has expired. */
export class SignedOutError extends CodeHostError {
  override name = 'SignedOutError';

  constructor(message = 'GitHub does not accept your sign-in any more. Sign in again.') {
    super(message);
  }
}

/** The host refuses what was sent. */
export class InvalidError extends CodeHostError {
  override name = 'InvalidError';
  /** The host's own sentence. */
  readonly said: string;

  constructor(said: string) {
    super(`GitHub refuses this: ${said} Tell a developer.`);
    this.said = said;
  }
}

/** The token does not give a right, or the repository has a rule against it. */
export class ForbiddenError extends CodeHostError {
  override name = 'ForbiddenError';
  /** Undefined if the host does not say which. */
  readonly right: Right | undefined;

  constructor(message: string, right?: Right) {
    super(message);
    this.right = right;
  }
}

/** Somebody else was first: a branch has another head, is gone, or exists already. */
export class MovedError extends CodeHostError {
  override name = 'MovedError';

  constructor(message = 'Somebody else has changed this proposal in the meantime. Try again.') {
    super(message);
  }
}

/** Too many requests. */
export class LimitError extends CodeHostError {
  override name = 'LimitError';
  /** When to try again, in milliseconds since 1970. */
  readonly until: number;

  constructor(until: number) {
    const time = new Date(until).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit' });
    super(`GitHub accepts no more requests for now. Try again at ${time}.`);
    this.until = until;
  }
}

/** No response, or one that can't be used. */
export class UnreachableError extends CodeHostError {
  override name = 'UnreachableError';

  constructor(message = 'GitHub does not respond. Check your connection and try again.') {
    super(message);
  }
}
