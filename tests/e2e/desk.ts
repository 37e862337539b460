import { createClient } from '@supabase/supabase-js';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { codeAt } from '../../tools/local/auth/totp.ts';
import { anyAddress, fromAddress } from '../setup/network.ts';
import { setUpFactor, signIn, type Account, type OwnFactor } from '../setup/sign-in.ts';
import { test as base, running } from './fixtures.ts';

export const DESK = `${running.siteUrl}/desk`;

/** A member of staff with a password of their own and a second factor. */
export interface Staff {
  account: Account;
  factor: OwnFactor;
  /** Signed in with both factors: what the desk keeps of it. */
  session: string;
}

const auth = { persistSession: false, autoRefreshToken: false };
const team = () => createClient(running.apiUrl, running.secretKey, { auth });

/** Makes an account, and staff of it. Its password must be changed at the first sign-in. */
export async function newAccount(isStaff = true): Promise<Account> {
  const email = `staff.${randomUUID().slice(0, 8)}@example.com`;
  const password = `given ${randomUUID()}`;
  const { data, error } = await team().auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  if (isStaff) await must(team().rpc('add_staff', { person: data.user.id }));
  return { id: data.user.id, email, password };
}

async function must(answer: PromiseLike<{ error: Error | null }>): Promise<void> {
  const { error } = await answer;
  if (error) throw error;
}

/** Ends somebody's rights. */
export const removeStaff = ({ id }: Account): Promise<void> => must(team().rpc('remove_staff', { person: id }));

/** Makes somebody who can work at the desk at once. */
export async function newStaff(): Promise<Staff> {
  const account = await newAccount();
  // Their limits are by address.
  const headers = fromAddress(running.networkKey, anyAddress());
  const client = createClient(running.apiUrl, running.publishableKey, { auth, global: { headers } });
  await signIn(client, account);
  const password = `own ${account.password}`;
  await must(client.auth.updateUser({ password }));
  const factor = await setUpFactor(client);
  const { data } = await client.auth.getSession();
  return { account: { ...account, password }, factor, session: JSON.stringify(data.session) };
}

/** The current code of a factor. */
export const codeOf = ({ secret }: OwnFactor): string => codeAt(secret, Date.now());

/** A test with somebody who works at the desk: the same person in all tests of a worker. */
export const test = base.extend<object, { staff: Staff }>({
  staff: [
    async ({}, use) => {
      await use(await newStaff());
    },
    { scope: 'worker' },
  ],
});

/** Opens the desk in a page, signed in. */
export async function openDesk(page: Page, { session }: Staff, hash = ''): Promise<void> {
  await page.addInitScript((kept) => {
    // Once for each tab: whoever signs out is signed out.
    if (window !== window.top || sessionStorage.getItem('given')) return;
    sessionStorage.setItem('given', 'yes');
    sessionStorage.setItem('desk', kept);
    sessionStorage.setItem('desk-last-active', String(Date.now()));
  }, session);
  await page.goto(`${DESK}${hash}`);
  await page.locator('.desk-bar').waitFor();
}

/** The address of a request in the desk. */
export const at = (kind: string, id: unknown): string => `#requests?open=${kind}/${String(id)}`;

/** Stores a row as a visitor's browser does. */
export async function store(table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const headers = fromAddress(running.networkKey, anyAddress());
  const visitor = createClient(running.apiUrl, running.publishableKey, { auth, global: { headers } });
  await must(visitor.from(table).insert(row));
  return row;
}

/** The row of the list with a name. */
export const rowOf = (page: Page, name: string): Locator => page.locator('.row', { hasText: name });
/** The open request. */
export const pane = (page: Page): Locator => page.locator('.request-pane');
export const heading = (page: Page, name: string): Locator => pane(page).getByRole('heading', { level: 2, name });

/** A name that no other request has. */
export const ownName = (first = 'Ada'): string => `${first} ${randomUUID().slice(0, 8)}`;

/**
 * Has a test call what the desk does each minute, from its next page on. A clock that runs ahead would end the desk's own
 * requests, too: they may take 20 seconds.
 */
export async function minutesOf(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const begin = window.setInterval.bind(window);
    const beginAndKeep = (does: () => void, after: number) => {
      if (after === 60_000) Object.assign(window, { minutePasses: does });
      return begin(does, after);
    };
    Object.assign(window, { setInterval: beginAndKeep });
  });
  return () => page.evaluate(() => (window as unknown as { minutePasses: () => void }).minutePasses());
}
