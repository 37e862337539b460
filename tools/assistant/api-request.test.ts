import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccount, type Account } from './account.ts';
import { ApiError } from './api-error.ts';
import { startProviderAccount, type ProviderAccount } from '../../tests/setup/provider-account.ts';

let provider: ProviderAccount;
let account: Account;
let waits: number[];
beforeEach(async () => {
  provider = await startProviderAccount();
  waits = [];
  account = openAccount({
    url: provider.url,
    key: provider.key,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    answerWithinMs: 5000,
  });
  provider.assistants.set('one', { id: 'one', name: 'Ada' });
});
afterEach(() => provider.close());

const failure = async (request: Promise<unknown>) => {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
const methods = () => provider.log.map(({ method }) => method);

describe('a request that fails temporarily', () => {
  it.each([429, 500, 502, 503])('with %i is sent again if it only reads', async (status) => {
    provider.fail({ status, times: 4, body: '' });
    expect(await account.readAssistant('one')).toMatchObject({ name: 'Ada' });
    expect(provider.log).toHaveLength(5);
  });

  it('waits twice as long every time, with jitter, and is given up after the fifth try', async () => {
    provider.fail({ status: 503, times: 9, body: '' });
    expect((await failure(account.readAssistant('one'))).message).toContain('503, 5 tries');
    expect(waits).toHaveLength(4);
    for (const [index, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(ms).toBeLessThan(500 * 2 ** index + 1);
    }
  });

  it.each([
    ['7', 7000, 7000],
    ['0', 0, 0],
    ['3600', 60_000, 60_000],
    [new Date(Date.now() + 20_000).toUTCString(), 10_000, 20_000],
    ['Wed, 01 Jan 2020 00:00:00 GMT', 0, 0],
    ['soon', 250, 500],
  ])('waits as long as Retry-After says: %s', async (header, least, most) => {
    provider.fail({ status: 429, headers: { 'retry-after': header }, body: '' });
    await account.readAssistant('one');
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThanOrEqual(most);
  });

  it('with a broken connection is sent again if it only reads', async () => {
    provider.fail({ drop: 'before', times: 2 });
    expect(await account.readAssistant('one')).toMatchObject({ name: 'Ada' });
    expect(provider.log).toHaveLength(3);
  });
});

describe('a request that changes something', () => {
  const change = () => account.changeAssistant('one', { name: 'Bea' });
  const create = () => account.createAssistant({ name: 'Bea' });

  it('is sent again when the provider asks to retry later', async () => {
    provider.fail({ status: 429, body: '' });
    provider.fail({ status: 503, body: '' });
    await change();
    expect(methods()).toEqual(['PATCH', 'PATCH', 'PATCH']);
    expect(provider.assistants.get('one')).toMatchObject({ name: 'Bea' });
  });

  it('that creates something is sent again only after 429', async () => {
    provider.fail({ status: 429, body: '' });
    await create();
    expect(provider.assistants.size).toBe(2);
    provider.fail({ status: 503, body: '' });
    expect((await failure(create())).status).toBe(503);
    expect(methods()).toEqual(['POST', 'POST', 'POST']);
  });

  it.each([500, 502])('is not sent again after %i', async (status) => {
    provider.fail({ status, body: '' });
    expect((await failure(change())).message).toContain('1 try');
    expect(methods()).toEqual(['PATCH']);
  });

  it.each([
    ['PATCH', change, 'before'],
    ['PATCH', change, 'after'],
    ['POST', create, 'before'],
    ['POST', create, 'after'],
  ] as const)(
    '%s: is sent once when the connection breaks %3$s it, and its error says that the outcome is unknown',
    async (method, send, drop) => {
      provider.fail({ drop });
      const { message } = await failure(send());
      expect(methods()).toEqual([method]);
      expect(message).toContain('may have been carried out anyway');
      expect(message.includes('in Vapi')).toBe(method === 'POST');
    },
  );

  it('is sent again when the connection was refused', async () => {
    // Nobody has port 2. A port that was just closed may already be another test's.
    const refusing = openAccount({
      url: 'http://127.0.0.1:2',
      key: 'key',
      wait: (ms) => Promise.resolve(waits.push(ms)),
    });
    const { message } = await failure(refusing.createAssistant({}));
    expect(waits).toHaveLength(4);
    expect(message).toContain('refuses connections');
    expect(message).not.toContain('carried out');
  });
});

describe('an error for something unknown', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['an assistant', () => account.readAssistant('a b'), /does not know the assistant a b .*PUBLIC_VAPI_ASSISTANT_ID/],
    ['a file', () => account.removeFile('gone'), /does not know the file gone .*been removed already/],
    ['a list', () => account.listOrgs(), /does not know the request GET \/org .*VAPI_API_URL/],
  ])('names it: %s', async (_what, request, message) => {
    provider.fail({ status: 404, body: '{}' });
    expect((await failure(request())).message).toMatch(message);
  });
});

describe('an answer', () => {
  it('that does not arrive in time is given up', async () => {
    const impatient = openAccount({
      url: provider.url,
      key: provider.key,
      wait: () => Promise.resolve(),
      answerWithinMs: 100,
    });
    provider.fail({ silent: true, times: 9 });
    expect((await failure(impatient.readAssistant('one'))).message).toContain('did not answer in time');
    expect(provider.log).toHaveLength(5);
  });

  it('from an unknown host has its own message', async () => {
    const nowhere = openAccount({ url: 'http://nobody.invalid', key: 'key', wait: () => Promise.resolve() });
    const { message } = await failure(nowhere.readAssistant('one'));
    expect(message).toMatch(/The name nobody\.invalid can't be resolved|connection to nobody\.invalid broke/);
  });

  it('that redirects is not followed, because the key would be sent along', async () => {
    provider.fail({ status: 302, headers: { location: `${provider.url}/assistant/one` }, times: 5 });
    await failure(account.readAssistant('one'));
    expect(new Set(provider.log.map(({ path }) => path))).toEqual(new Set(['/assistant/one']));
  });

  it('with an invalid list entry is refused', async () => {
    provider.calls.push({ id: 'x', assistantId: 'one', createdAt: 'yesterday' });
    provider.fail({ status: 200, body: '[{"id":"x","createdAt":"yesterday"}]' });
    expect((await failure(account.listCalls('one', 5))).message).toMatch(
      /GET \/call can't be understood: 0\.createdAt/,
    );
  });

  it('to a wrong key names the variable, and never the key', async () => {
    const stranger = openAccount({ url: provider.url, key: 'the-wrong-key', wait: () => Promise.resolve() });
    const { message } = await failure(stranger.listOrgs());
    expect(message).toContain('VAPI_PRIVATE_KEY');
    expect(message).not.toContain('the-wrong-key');
  });
});
