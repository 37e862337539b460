import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from './account.ts';
import { accountWarnings, type Checked } from './account-warnings.ts';
import { startProviderAccount, type ProviderAccount } from '../../tests/setup/provider-account.ts';

const PUBLIC_KEY = '11111111-2222-3333-4444-555566667777';
const ORIGIN = 'https://example.com';

let provider: ProviderAccount;
beforeEach(async () => {
  provider = await startProviderAccount();
});
afterEach(() => provider.close());

async function warnings(token: object | undefined, extra: Partial<Checked> = {}): Promise<string[]> {
  if (token) provider.tokens.push({ tag: 'public', value: PUBLIC_KEY, ...token });
  const found = await accountWarnings(
    openAccount({ url: provider.url, key: provider.key, wait: () => Promise.resolve() }),
    {
      settings: {
        apiUrl: provider.url,
        privateKey: provider.key,
        publicKey: PUBLIC_KEY,
        assistantId: 'ours',
        reportUrl: 'https://project.supabase.example/functions/v1/call-report',
        reportCredentialId: 'credential',
      },
      origin: ORIGIN,
      remote: { id: 'ours', orgId: provider.orgId, maxDurationSeconds: 600 },
      hangUpAfterSeconds: 45,
      ...extra,
    },
  );
  const text = found.map((entry) => entry.text).join('\n');
  for (const key of [PUBLIC_KEY, provider.key]) expect(text).not.toContain(key);
  return found.map((entry) => entry.text);
}
const restricted = (restrictions: object) => ({
  restrictions: { allowedOrigins: [ORIGIN], allowedAssistantIds: ['ours'], ...restrictions },
});

describe('the public key', () => {
  it.each([
    ['only this site and this assistant', {}],
    ['the same, with a slash and explicitly enabled', { allowedOrigins: [`${ORIGIN}/`], enabled: true }],
  ])('that allows %s gets no warning', async (_what, restrictions) => {
    expect(await warnings(restricted(restrictions))).toEqual([]);
  });

  it.each<[string, object, RegExp[]]>([
    [
      'another origin too',
      { allowedOrigins: [ORIGIN, 'http://localhost:4321'] },
      [/also works on http:\/\/localhost:4321\./],
    ],
    [
      'another origin alone',
      { allowedOrigins: ['https://old.example'] },
      [/does not work on https:\/\/example\.com/, /old\.example/],
    ],
    ['any origin', { allowedOrigins: [] }, [/works on every site: .* Allow only the origin https:\/\/example\.com /]],
    ['another assistant too', { allowedAssistantIds: ['ours', 'theirs'] }, [/also starts calls with theirs/]],
    ['another assistant alone', { allowedAssistantIds: ['theirs'] }, [/cannot start calls with ours/, /theirs/]],
    ['any assistant', { allowedAssistantIds: [] }, [/any assistant of the account/, /anyone can define/]],
    ['any assistant of the account', { allowedAssistantIds: [], allowTransientAssistant: false }, [/any assistant/]],
    ['nothing', { enabled: false }, [/is switched off/]],
  ])('that allows %s gets a warning, and no other', async (_what, restrictions, expected) => {
    const found = await warnings(restricted(restrictions));
    expect(found).toHaveLength(expected.length);
    for (const [index, text] of found.entries()) {
      expect(text).toMatch(expected[index] ?? /^$/);
      expect(text).toContain("Vapi's dashboard, API Keys");
    }
  });

  it('is identified by its end', async () => {
    expect((await warnings({}))[0]).toContain('(PUBLIC_VAPI_KEY, …7777)');
  });

  it('of another account gets a warning', async () => {
    expect(await warnings(undefined)).toEqual([expect.stringMatching(/was not found among the keys of this account/)]);
  });
});

describe('the cost of calls', () => {
  it.each<[string, Partial<Checked>, RegExp]>([
    [
      'without a limit to their length',
      { remote: { id: 'ours' } },
      /does not limit the length of a call, so Vapi's default applies: 10 minutes/,
    ],
    [
      'cut off by an old setting',
      { remote: { id: 'ours', maxDurationSeconds: 600, silenceTimeoutSeconds: 30 } },
      /hangs up after 30 seconds of silence because of an old setting/,
    ],
  ])('%s', async (_what, extra, expected) => {
    expect(await warnings(restricted({}), extra)).toEqual([expect.stringMatching(expected)]);
  });

  it('is checked for the assistant’s organization', async () => {
    provider.orgs.unshift({ id: 'another', name: 'Another' });
    expect(await warnings(restricted({}))).toEqual([]);
    delete provider.orgs[1]?.['billingLimit'];
    const [text] = await warnings(undefined);
    expect(text).toMatch(/The organization Example has no limit on monthly spending/);
  });

  it('cannot be checked if the organization is unknown among many', async () => {
    provider.orgs = [{ id: 'a' }, { id: 'b' }];
    expect(await warnings(restricted({}))).toEqual([expect.stringMatching(/whether spending is limited.*Billing/)]);
  });
});

it('a check that the API does not answer is not a failure', async () => {
  provider.fail({ on: 'GET /org', status: 500, times: 5 });
  expect(await warnings(restricted({}))).toEqual([expect.stringMatching(/whether spending is limited/)]);
});
