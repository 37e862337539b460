import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendRequest } from '../../src/backend/send-request.ts';
import { voiceLeadKind } from '../../src/backend/voice-lead.ts';

const origin = {
  page: '/',
  referrer_host: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
const envelope = { id: '00000000-0000-4000-8000-000000000000', website: '', fillMs: 2000, origin, token: 'token' };

/** The outcome of a request that is answered like this. */
const outcome = (status: number, body: string | null) => {
  const answer = () => Promise.resolve(new Response(body, { status, headers: { 'content-type': 'application/json' } }));
  const client = createClient('https://project.example', 'key', { global: { fetch: answer } });
  return sendRequest(() => Promise.resolve(client), voiceLeadKind, { name: 'Ada', email: 'ada@example.com' }, envelope);
};

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe.each([
  ['a request', '', '{"code":"23505","message":"stored already"}'],
  ['a verified request', '1x00000000000000000000AA', '{"error":{"code":"23505","message":"stored already"}}'],
])('%s', (_what, siteKey, duplicate) => {
  beforeEach(() => void vi.stubEnv('PUBLIC_TURNSTILE_SITE_KEY', siteKey));

  it.each([
    [404, ''],
    [404, '[]'],
    [404, '[{"name":"Ada"}]'],
    [500, '{"code":"XX000","message":"down"}'],
    [500, 'null'],
    [500, '""'],
    [502, 'false'],
    [503, '0'],
    [409, 'null'],
    [409, '{"code":"23503"}'],
    [500, duplicate],
    [200, ''],
    [200, '"<html>"'],
    [202, ''],
    [204, null],
    [206, ''],
  ])('answered with %s and the body %j is not stored', async (status, body) => {
    expect(await outcome(status, body)).toBe('failed');
  });

  it('answered with 403 or 429 and the body null says why it is not stored', async () => {
    expect(await outcome(403, 'null')).toBe(siteKey ? 'unverified' : 'failed');
    expect(await outcome(429, 'null')).toBe('too-many');
  });

  it('is stored if the answer says so, or that it is stored already', async () => {
    expect(await outcome(201, siteKey && '{"stored":true}')).toBe('stored');
    expect(await outcome(409, duplicate)).toBe('stored');
  });
});
