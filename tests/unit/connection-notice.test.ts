import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectionNotice } from '../../src/build/integrations/connection-notice.ts';

afterEach(() => vi.unstubAllEnvs());

/**
 * What a build is told when it begins.
 *
 * @param folder of the build; none is the one that is published
 */
function begin(folder: string, ...connected: Parameters<typeof connectionNotice>): string[] {
  vi.stubEnv('SITE_OUT_DIR', folder);
  const warnings: string[] = [];
  const { 'astro:build:start': start } = connectionNotice(...connected).hooks;
  void start?.({ logger: { warn: (line: string) => warnings.push(line) } } as never);
  return warnings;
}

it('a build with backend and voice is told nothing', () => {
  expect(begin('', true, true, false, false)).toEqual([]);
});

it('one without keys is warned that it takes neither requests nor calls', () => {
  expect(begin('', false, false, false, false)).toEqual([
    expect.stringContaining('No backend is connected'),
    expect.stringContaining('No voice provider is connected'),
  ]);
});

describe('a rehearsal', () => {
  it('is not published', () => {
    expect(() => begin('', true, false, true, false)).toThrow('PUBLIC_REHEARSAL_URL is set');
  });

  it('is not put beside the keys of a provider, wherever it is built', () => {
    for (const folder of ['', '.local/site'])
      expect(() => begin(folder, true, true, true, false)).toThrow('PUBLIC_REHEARSAL_URL is set');
  });

  it('is built for this machine', () => {
    expect(begin('.local/site', true, false, true, false)).toEqual([]);
  });
});

describe('a check that stands in for Cloudflare’s', () => {
  it('is not published', () => {
    expect(() => begin('', true, true, false, true)).toThrow('PUBLIC_TURNSTILE_URL is set');
  });

  it('is built for this machine', () => {
    expect(begin('.local/site', true, true, false, true)).toEqual([]);
  });
});
