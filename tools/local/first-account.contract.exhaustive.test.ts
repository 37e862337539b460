import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { startStack, type Stack } from '../../tests/setup/stack.ts';
import { firstAccount } from './first-account.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
afterEach(() => void vi.unstubAllEnvs());

it('the first start makes an account for the company’s address, with a password of its own; later starts make none', async () => {
  vi.stubEnv('LOCAL_DIR', stack.folder);
  const account = await firstAccount(stack.backend);
  expect(account).toEqual({
    address: readSite().email,
    password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) as string,
  });
  const { address: email = '', password = '' } = account ?? {};
  const client = stack.visitor();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await client.rpc('desk_account')).data).toMatchObject({ staff: true, must_change_password: true });
  expect(await firstAccount(stack.backend)).toBeUndefined();
  const [stored] = await stack.database<{ found: boolean }[]>`
    select exists (select from auth.users u where to_jsonb(u)::text like ${`%${password}%`}) as found`;
  expect(stored?.found).toBe(false);
});
