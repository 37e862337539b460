import type { Accounts, Caller } from './accounts.ts';
import type { LimitCounter } from './limits.ts';
import type { Rights } from './options.ts';
import type { Records } from './records.ts';
import { RestRefusal } from './refusal.ts';
import type { Repository } from './repository.ts';

/** The one repository of this host. */
export const OWNER = 'local';
export const NAME = 'site';
export const FULL_NAME = `${OWNER}/${NAME}`;

/** What the parts of a code host share. */
export interface Host {
  url: string;
  repository: Repository;
  records: Records;
  accounts: Accounts;
  limits: LimitCounter;
  now: () => number;
  /** Told of a branch that has moved. */
  onPush: (branch: string, commit: string) => void;
}

const ORDER = { none: 0, read: 1, write: 2 };

/** Whether somebody has a right. */
export const may = ({ rights }: Caller, right: keyof Rights, level: 'read' | 'write'): boolean =>
  ORDER[rights[right]] >= ORDER[level];

/** What GitHub says to a token that lacks a right. */
export const LACKS_RIGHT: Record<Caller['kind'], string> = {
  token: 'Resource not accessible by personal access token',
  app: 'Resource not accessible by integration',
};

/** @throws RestRefusal with 403 when the caller lacks a right */
export function demand(caller: Caller, right: keyof Rights, level: 'read' | 'write' = 'read'): void {
  if (!may(caller, right, level))
    throw new RestRefusal(403, LACKS_RIGHT[caller.kind], {
      headers: { 'x-accepted-github-permissions': `${right}=${level}` },
    });
}
