import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadSdk } from '../../src/voice/load-sdk.ts';

vi.mock('@vapi-ai/web', () => ({ default: vi.fn() }));

const logged = vi.fn();
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(logged);
});
afterEach(() => vi.restoreAllMocks());

it('what the SDKs log though nothing is wrong stays out of the console, and everything else gets there', async () => {
  const sdk = readFileSync('node_modules/@daily-co/daily-js/dist/daily-esm.js', 'utf8');
  await loadSdk();
  for (const [level, words] of [
    ['warn', 'MediaStreamTrack found in props or cache'],
    ['error', 'Ignoring settings for browser- or platform-unsupported input processor(s):'],
  ] as const) {
    expect(sdk).toContain(words);
    console[level](words, 'audio');
    expect(logged).not.toHaveBeenCalled();
  }
  console.warn('The microphone is gone.');
  expect(logged).toHaveBeenCalledExactlyOnceWith('The microphone is gone.');
});
