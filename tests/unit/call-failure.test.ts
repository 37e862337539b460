import { describe, expect, it } from 'vitest';
import { detailOf, failureOf, isMeetingEnd } from '../../src/voice/failure.ts';

/** What the SDK makes of a response from the provider: the status is only in the body, several levels down. */
const refusal = (statusCode: number) => {
  const body = { message: 'Invalid Key.', error: 'Unauthorized', statusCode };
  return { type: 'start-method-error', stage: 'unknown', error: { message: body, data: null, error: { ...body } } };
};

describe('an SDK error', () => {
  it.each([
    ['401', refusal(401), 'provider-refused'],
    ['402', refusal(402), 'provider-refused'],
    ['403', refusal(403), 'provider-refused'],
    ['404', refusal(404), 'provider-refused'],
    ['429', refusal(429), 'provider-busy'],
    ['500', refusal(500), 'provider-fault'],
    [
      'an HTML response',
      { type: 'start-method-error', error: { message: {}, data: null, error: {} } },
      'provider-fault',
    ],
    ['no network', { type: 'start-method-error', error: { message: 'Failed to fetch' } }, 'provider-unreachable'],
    ['no network in Safari', { type: 'start-method-error', error: { message: 'Load failed' } }, 'provider-unreachable'],
    [
      'no call machine',
      { type: 'daily-error', error: { message: { type: 'connection-error' } } },
      'provider-unreachable',
    ],
    ['a full room', { type: 'daily-call-join-error', error: { message: 'The room is full.' } }, 'provider-fault'],
    ['sound that is blocked', { type: 'audio-start-failed', error: {} }, 'sound-blocked'],
    ['no error object', undefined, 'provider-fault'],
  ] as const)('before the call, %s', (_what, error, kind) => {
    expect(failureOf(error, false)).toBe(kind);
  });

  it.each([
    ['a lost connection', 'connection-error', 'network-lost'],
    ['ejected', 'ejected', 'provider-ended'],
    ['the end of the room', 'exp-room', 'provider-ended'],
    ['the end of the meeting', 'end-of-life', 'provider-ended'],
  ] as const)('during the call, %s', (_what, type, kind) => {
    expect(failureOf({ type: 'daily-error', error: { message: { type, msg: 'x' }, errorMsg: 'x' } }, true)).toBe(kind);
  });

  it.each([
    'audio-processing-setup-error',
    'audio-processor-recovery-error',
    'audio-observer-setup-error',
    'video-recording-setup-error',
  ])('%s does not end the call', (type) => {
    expect(failureOf({ type, error: { message: 'x' } }, true)).toBeUndefined();
  });
});

it('a closed room is distinguished from an ejection', () => {
  const ejected = (msg: string) => ({
    type: 'daily-error',
    error: { message: { type: 'ejected', msg }, errorMsg: msg },
  });
  expect(isMeetingEnd(ejected('Meeting has ended'))).toBe(true);
  expect(isMeetingEnd(ejected('You were removed'))).toBe(false);
});

it('the message of an error is found at any depth', () => {
  expect(detailOf(refusal(401))).toBe('Invalid Key.; Unauthorized');
  expect(detailOf(new Error('no'))).toBe('Error: no');
  expect(detailOf('no')).toBe('no');
  expect(detailOf({})).toBe('Unknown error');
});

it('an error that refers to itself does not cause an endless loop', () => {
  const error: Record<string, unknown> = { type: 'daily-error' };
  error['error'] = error;
  expect(failureOf(error, true)).toBe('provider-ended');
});
