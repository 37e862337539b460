import { afterEach, expect, it, vi } from 'vitest';
import { openParts } from '../../functions/_shared/parts.ts';

const { calls, resourceRequests, verifiedRequests } = openParts(
  (name) =>
    ({
      SUPABASE_URL: 'https://project.example',
      SUPABASE_SECRET_KEY: 'key',
      TEAM_EMAIL: 'team@example.com',
      MAIL_FROM: 'Site <site@example.com>',
    })[name],
  { send: () => Promise.resolve() },
);
const call = { id: 'the-id' } as Parameters<typeof calls.store>[0];
const row = { id: 'the-id' } as Parameters<typeof verifiedRequests.store>[1];

afterEach(() => vi.unstubAllGlobals());

it.each([
  [404, ''],
  [404, '[]'],
  [404, '[{"name":"Ada"}]'],
  [500, 'null'],
  [500, '""'],
  [502, 'false'],
  [502, '<html>'],
  [503, '0'],
])('a function takes nothing for done if the database answers %s with the body %j', async (status, body) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
  const says = `status ${status}`;
  await expect(calls.store(call)).rejects.toThrow(says);
  await expect(resourceRequests.unsubscribe('token')).rejects.toThrow(says);
  await expect(verifiedRequests.isStored('voice_leads', 'the-id')).rejects.toThrow(says);
  await expect(verifiedRequests.store('voice_leads', row, new Headers())).rejects.toThrow();
});
