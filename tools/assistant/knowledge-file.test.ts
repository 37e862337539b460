import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAccount, type Account } from './account.ts';
import { removeOldKnowledge } from './knowledge-file.ts';
import { startProviderAccount, type ProviderAccount } from '../../tests/setup/provider-account.ts';

const HOUR = 60 * 60_000;
const CURRENT = { id: 'current' };
const name = (digit: number) => `knowledge-${String(digit).repeat(12)}.md`;

let provider: ProviderAccount;
let account: Account;
beforeEach(async () => {
  provider = await startProviderAccount();
  account = openAccount({ url: provider.url, key: provider.key, wait: () => Promise.resolve() });
  put('current', name(1));
  put('old', name(2));
  put('older', name(3));
  put('manual', 'prices.pdf');
});
afterEach(() => provider.close());

function put(id: string, originalName: string, createdAt: string | undefined = ago(25 * HOUR)): void {
  provider.files.set(id, { id, name: originalName, originalName, purpose: 'assistant', createdAt, text: '' });
}
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const remove = async () => removeOldKnowledge(account, await account.listFiles(), CURRENT);
const many = (length: number) => Array.from({ length }, (_, index) => ({ id: String(index) }));

it('removes old texts that nothing uses', async () => {
  expect(await remove()).toEqual([name(2), name(3)]);
  expect([...provider.files.keys()]).toEqual(['current', 'manual']);
});

const tools = [{ type: 'query', knowledgeBases: [{ fileIds: ['old'] }] }];
it.each<[string, () => unknown]>([
  ['an assistant uses', () => provider.assistants.set('a', { id: 'a', model: { tools } })],
  ['a tool of the account uses', () => provider.tools.push({ id: 't', ...tools[0] })],
  ['a member of a squad uses', () => provider.squads.push({ id: 's', members: [{ assistant: { model: { tools } } }] })],
  ['a workflow uses', () => provider.workflows.push({ id: 'w', nodes: [{ model: { tools } }] })],
  ['may belong to a running push', () => put('old', name(2), ago(23 * HOUR))],
  ['has no known age', () => put('old', name(2), '')],
])('keeps a text that %s', async (_what, change) => {
  change();
  expect(await remove()).toEqual([name(3)]);
  expect(provider.files.has('old')).toBe(true);
});

it.each<[string, () => unknown]>([
  ['assistants', () => many(1000).forEach((entry) => provider.assistants.set(entry.id, entry))],
  ['tools', () => (provider.tools = many(1000))],
  ['squads', () => (provider.squads = many(1000))],
  ['workflows', () => (provider.workflows = many(100))],
])('keeps all texts if there are more %s than fit into one answer', async (_what, change) => {
  change();
  expect(await remove()).toBeUndefined();
  expect(provider.changes()).toEqual([]);
});

it.each(['/assistant', '/tool', '/squad', '/workflow'])('keeps all texts if %s can’t be read', async (path) => {
  provider.fail({ on: `GET ${path}`, status: 403 });
  await expect(remove()).rejects.toThrow('403');
  expect(provider.changes()).toEqual([]);
});
