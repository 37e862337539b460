import { createContext, use } from 'react';
import type { Account } from '../../../code-host/code-host.ts';
import type { EditHost } from '../host/edit-host.ts';

/** Who is signed in, and what answers them. */
export interface SignedIn {
  host: EditHost;
  account: Account;
}

export const HostContext = createContext<SignedIn | undefined>(undefined);

/** Who is signed in, within the editor. */
export function useHost(): SignedIn {
  const signedIn = use(HostContext);
  if (!signedIn) throw new Error('This is only shown to somebody who is signed in.');
  return signedIn;
}
