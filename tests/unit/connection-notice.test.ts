import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectionNotice } from '../../src/build/integrations/connection-notice.ts';

afterEach(() => vi.unstubAllEnvs());

/**
 * The warnings that a build gets when it starts.
 *
 * @param folder the output folder; empty for the build that is published
 */
function begin(folder: string, ...connected: Parameters<typeof connectionNotice>): string[] {
  vi.stubEnv('SITE_OUT_DIR', folder);
  const warnings: string[] = [];
  const { 'astro:build:start': start } = connectionNotice(...connected).hooks;
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
