import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { challengeOf } from '../../src/apps/edit/session/pkce.ts';

vi.mock('astro:env/client', () => ({
  PUBLIC_EDIT_APP: 'app',
  PUBLIC_CODE_HOST: 'http://127.0.0.1:54500',
  PUBLIC_SUPABASE_URL: 'https://project.example',
  PUBLIC_SUPABASE_KEY: 'key',
}));
const { beginAppSignIn, finishAppSignIn } = await import('../../src/apps/edit/session/app-sign-in.ts');

/** A tab: its storage, its address, and where it was sent. */
let kept: Map<string, string>;
let address: URL;
let left: URL | undefined;
let asked: { url: string; body: Record<string, string> }[];
let answer: () => Response;

beforeEach(() => {
  kept = new Map();
  address = new URL('https://example.com/edit');
  left = undefined;
  asked = [];
  answer = () => Response.json({ token: 'ghu_token', expires: '2026-11-27T08:00:00.000Z' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('location', {
    get origin() {
      return address.origin;
    },
    get pathname() {
      return address.pathname;
    },
    get search() {
      return address.search;
    },
    get hash() {
      return address.hash;
    },
    assign: (url: string) => {
      left = new URL(url);
    },
  });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => {
      address = new URL(url, address);
    },
  });
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    asked.push({ url, body: JSON.parse(body) as Record<string, string> });
    return Promise.resolve(answer());
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Begins, and comes back with what the code host sends. */
async function returned(sent: Record<string, string>, at = '/edit'): Promise<URL> {
  await beginAppSignIn();
  const state = left?.searchParams.get('state') ?? '';
  address = new URL(`${at}?${new URLSearchParams({ state, ...sent }).toString()}`, address.origin);
  return left ?? address;
}

describe('signing in with the App', () => {
  it('leads to the code host with a challenge, and the verifier stays in the tab', async () => {
    await beginAppSignIn();
    expect(left?.href.replace(/\?.*/s, '')).toBe('http://127.0.0.1:54500/login/oauth/authorize');
    const sent = Object.fromEntries(left?.searchParams ?? []);
    const begun = JSON.parse([...kept.values()].join()) as Record<string, string>;
    expect(sent).toEqual({
      client_id: 'app',
      redirect_uri: 'https://example.com/edit',
      state: begun['state'],
      code_challenge: await challengeOf(begun['verifier'] ?? ''),
      code_challenge_method: 'S256',
    });
    expect(left?.href).not.toContain(begun['verifier']);
  });

  it('ends with a token; neither the address nor the tab keeps anything', async () => {
    address = new URL('https://example.com/edit#content/site.yaml:/name');
    await beginAppSignIn();
    const { verifier } = JSON.parse([...kept.values()].join()) as { verifier: string };
    await returned({ code: 'code-1' });
    // The second attempt has another verifier.
    const begun = JSON.parse([...kept.values()].join()) as { verifier: string };
    expect(begun.verifier).not.toBe(verifier);
    expect(await finishAppSignIn()).toEqual({ token: 'ghu_token', expires: '2026-11-27T08:00:00.000Z' });
    expect(asked).toEqual([
      {
        url: 'https://project.example/functions/v1/edit-sign-in',
        body: { code: 'code-1', verifier: begun.verifier, redirect: 'https://example.com/edit' },
      },
    ]);
    expect(address.href).toBe('https://example.com/edit#content/site.yaml:/name');
    expect(kept.size).toBe(0);
    expect(await finishAppSignIn()).toBeUndefined();
  });

  it.each([
    ['https://edit.example.com/', 'https://edit.example.com/'],
    ['https://example.com/edit/', 'https://example.com/edit'],
    ['https://example.com/edit.html', 'https://example.com/edit'],
  ])('at %s, comes back to %s', async (here, back) => {
    address = new URL(here);
    await returned({ code: 'code-1' }, address.pathname);
    expect(left?.searchParams.get('redirect_uri')).toBe(back);
    await finishAppSignIn();
    expect(asked[0]?.body['redirect']).toBe(back);
  });

  it('does nothing on a page that is no return', async () => {
    address = new URL('https://example.com/edit?state=x#content/site.yaml:/name');
    expect(await finishAppSignIn()).toBeUndefined();
    expect(address.search).toBe('?state=x');
  });

  it('is not finished by a tab that has not begun it, or with another state', async () => {
    address = new URL('https://example.com/edit?code=theirs&state=theirs');
    await expect(finishAppSignIn()).rejects.toThrow('was not begun in this tab');
    await returned({ code: 'theirs', state: 'theirs' });
    await expect(finishAppSignIn()).rejects.toThrow('was not begun in this tab');
    expect(asked).toEqual([]);
    expect(address.href).toBe('https://example.com/edit');
    expect(kept.size).toBe(0);
  });

  it('says so if it was not allowed, or refused', async () => {
    await returned({ error: 'access_denied' });
    await expect(finishAppSignIn()).rejects.toThrow('You have not allowed it at GitHub.');
    await returned({ error: 'redirect_uri_mismatch' });
    await expect(finishAppSignIn()).rejects.toThrow('ask a developer to check the App');
    expect(asked).toEqual([]);
  });

  it('says what the function says, or to try again', async () => {
    answer = () => Response.json({ error: { code: 'code', message: 'Sign in again.' } }, { status: 400 });
    await returned({ code: 'code-1' });
    await expect(finishAppSignIn()).rejects.toThrow('Sign in again.');
    answer = () => new Response('<html>', { status: 502 });
    await returned({ code: 'code-1' });
    await expect(finishAppSignIn()).rejects.toThrow('Check the connection, and sign in again.');
  });

  it('says that it needs the storage of the tab', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    await expect(beginAppSignIn()).rejects.toThrow('or sign in with a token');
    expect(left).toBeUndefined();
  });
});
