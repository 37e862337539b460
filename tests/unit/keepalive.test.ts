import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('astro:env/client', () => ({ PUBLIC_SUPABASE_URL: 'https://project.example', PUBLIC_SUPABASE_KEY: 'key' }));

const asked = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([], { status: 201 })));
beforeEach(() => vi.stubGlobal('fetch', asked));
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockClear();
});

/** The options of the client's last request. */
async function insert(message: string): Promise<RequestInit | undefined> {
  const { supabase } = await import('../../src/backend/client.ts');
  await (await supabase()).from('contact_submissions').insert({ message });
  return asked.mock.lastCall?.[1];
}

it('a request that is in flight when the tab closes still arrives', async () => {
  expect(await insert('Hello')).toMatchObject({ method: 'POST', keepalive: true });
  const { supabase } = await import('../../src/backend/client.ts');
  await (await supabase()).functions.invoke('contact-notification', { body: { id: 1 } });
  expect(asked.mock.lastCall?.[1]).toMatchObject({ method: 'POST', keepalive: true });
});

it('a request that is too large for keepalive is still sent', async () => {
  // The limit is 64 KiB in total, and a character may take three bytes.
  expect(await insert('€'.repeat(22_000))).toMatchObject({ method: 'POST', keepalive: false });
});
