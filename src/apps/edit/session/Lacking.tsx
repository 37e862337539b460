import { useEffect, useRef } from 'react';
import type { Account } from '../../../code-host/code-host.ts';
import { CODE_HOST, TOKEN_PAGE } from '../settings.ts';
import { blocking } from './rights.ts';
import { signOut } from './session.ts';

/** What a token lacks, and how to change it. */
export function Lacking({ account }: { account: Account }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="wrap py-12">
      <div className="grid max-w-prose justify-items-start gap-4">
        <h2 className="text-2xl" tabIndex={-1} ref={title}>
          The token works, but does not allow enough
        </h2>
        <p>
          It is {account.login}’s. To change words of {CODE_HOST.repository}, it also needs:
        </p>
        <ul className="lacking grid gap-2">
          {blocking(account.missing).map(({ name, level, use }) => (
            <li key={name}>
              <strong>{`${name}: ${level.toLowerCase()}`}</strong>, {use}
            </li>
          ))}
        </ul>
        <p className="text-soft">
          <a href={TOKEN_PAGE.replace('/new', '')} target="_blank" rel="noreferrer">
            Open your tokens at GitHub<span className="visually-hidden"> (opens in another tab)</span>
          </a>
          , edit this one, and sign in again. If it is for an organization, an owner may have to approve it, and you
          need write access to the repository yourself.
        </p>
        <button type="button" className="button" onClick={() => signOut({})}>
          Sign in again
        </button>
      </div>
    </div>
  );
}
