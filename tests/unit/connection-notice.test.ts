import { afterEach, describe, expect, it, vi } from 'vitest';
import { onlyHere } from '../../src/build/only-here.ts';
import { connectionNotice } from '../../src/build/integrations/connection-notice.ts';

afterEach(() => vi.unstubAllEnvs());

/** What a build is connected to, and what of it is right on this machine only; nothing if that is not named. */
type Connected = [boolean, boolean, boolean, boolean, (readonly string[])?];

/**
 * The warnings that a build gets when it starts.
 *
 * @param folder the output folder; empty for the build that is published
 */
function begin(folder: string, ...connected: Connected): string[] {
  const [backend, voice, rehearsed, standIn, here = []] = connected;
  vi.stubEnv('SITE_OUT_DIR', folder);
  const warnings: string[] = [];
  const { 'astro:build:start': start } = connectionNotice(backend, voice, rehearsed, standIn, here).hooks;
  void start?.({ logger: { warn: (line: string) => warnings.push(line) } } as never);
  return warnings;
}

it('a build with a backend and a voice provider gets no warning', () => {
  expect(begin('', true, true, false, false)).toEqual([]);
});

it('a build without keys is warned that it accepts neither requests nor calls', () => {
  expect(begin('', false, false, false, false)).toEqual([
    expect.stringContaining('No backend is connected'),
    expect.stringContaining('No voice provider is connected'),
  ]);
});

describe('a rehearsal', () => {
  it('cannot be published', () => {
    expect(() => begin('', true, false, true, false)).toThrow('PUBLIC_REHEARSAL_URL is set');
  });

  it('cannot be combined with the keys of a provider, in any build', () => {
    for (const folder of ['', '.local/site'])
      expect(() => begin(folder, true, true, true, false)).toThrow('PUBLIC_REHEARSAL_URL is set');
  });

  it('can be built for this machine', () => {
    expect(begin('.local/site', true, false, true, false)).toEqual([]);
  });
});

describe('a stand-in for Cloudflare’s check', () => {
  it('cannot be published', () => {
    expect(() => begin('', true, true, false, true)).toThrow('PUBLIC_TURNSTILE_URL is set');
  });

  it('can be built for this machine', () => {
    expect(begin('.local/site', true, true, false, true)).toEqual([]);
  });
});

describe.each([
  [
    'a backend on this machine',
    { PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321' },
    /PUBLIC_SUPABASE_URL is http:.*Write/,
  ],
  ['the same by name', { PUBLIC_SUPABASE_URL: 'http://localhost:54321' }, /PUBLIC_SUPABASE_URL is http:.*Write/],
  [
    'a key of Cloudflare’s for tests',
    { PUBLIC_TURNSTILE_SITE_KEY: '1x00000000000000000000AA' },
    /PUBLIC_TURNSTILE_SITE_KEY is 1x.*Write/,
  ],
] as const)('%s', (_what, env, says) => {
  it('cannot be published', () => {
    expect(() => begin('', true, true, false, false, onlyHere(env))).toThrow(says);
  });

  it('can be built for this machine', () => {
    expect(begin('.local/site', true, true, false, false, onlyHere(env))).toEqual([]);
  });
});

it('a project and a key of one’s own can be published', () => {
  const env = { PUBLIC_SUPABASE_URL: 'https://abc.supabase.co', PUBLIC_TURNSTILE_SITE_KEY: '0x4AAAAAAABkMYinukE8nzYS' };
  expect(onlyHere(env)).toEqual([]);
});
