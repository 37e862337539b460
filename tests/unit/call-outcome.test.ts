import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outcomeOf } from '../../src/voice/call-outcome.ts';

/** Every word that the provider's own types have for how a call ended. */
const types = readFileSync('node_modules/@vapi-ai/web/dist/api.d.ts', 'utf8');
const REASONS = [
  ...new Set(
    [...types.matchAll(/endedReason\??: ((?:"[^"]+" \| )*"[^"]+")/g)].flatMap(([, union = '']) =>
      [...union.matchAll(/"([^"]+)"/g)].map(([, reason = '']) => reason),
    ),
  ),
];

it('the provider’s types have hundreds of reasons, which are all sorted', () => {
  expect(REASONS.length).toBeGreaterThan(500);
  const count = (outcome: string) => REASONS.filter((reason) => outcomeOf(reason) === outcome).length;
  expect(count('silence') + count('time-limit') + count('normal')).toBeLessThan(40);
});

it('no reason that names an error or a failure counts as a normal end', () => {
  expect(REASONS.filter((reason) => /error|fail/.test(reason) && outcomeOf(reason) === 'normal')).toEqual([]);
});

it('what the provider calls its own fault is never ours', () => {
  const theirs = REASONS.filter((reason) => /vapifault|providerfault/.test(reason));
  expect(theirs.filter((reason) => outcomeOf(reason) !== 'fault')).toEqual([]);
});

it.each([
  ['customer-ended-call', 'normal'],
  ['customer-ended-call-after-warm-transfer-attempt', 'normal'],
  ['customer-did-not-give-microphone-permission', 'normal'],
  ['customer-did-not-answer', 'normal'],
  ['assistant-ended-call', 'normal'],
  ['assistant-ended-call-with-hangup-task', 'normal'],
  ['assistant-said-end-call-phrase', 'normal'],
  ['assistant-forwarded-call', 'normal'],
  ['call.ending.hook-executed-say', 'normal'],
  ['call.in-progress.sip-completed-call', 'normal'],
  ['voicemail', 'normal'],
  ['no-report', 'normal'],
  ['a word that is new', 'normal'],
  ['', 'normal'],
  ['silence-timed-out', 'silence'],
  ['exceeded-max-duration', 'time-limit'],
  ['assistant-join-timed-out', 'fault'],
  ['worker-shutdown', 'fault'],
  ['aborted', 'fault'],
  ['timeout', 'fault'],
  ['vonage-rejected', 'fault'],
  ['phone-call-provider-closed-websocket', 'fault'],
  ['pipeline-error-openai-llm-failed', 'fault'],
  ['pipeline-error-openai-503-server-overloaded-error', 'fault'],
  ['call.in-progress.error-vapifault-openai-401-unauthorized', 'fault'],
  ['call.in-progress.error-assistant-did-not-receive-customer-audio', 'fault'],
  ['assistant-not-found', 'ours'],
  ['assistant-request-returned-no-assistant', 'ours'],
  ['call-start-error-neither-assistant-nor-server-set', 'ours'],
  ['call.start.error-subscription-insufficient-credits', 'ours'],
  ['call.start.error-get-assistant', 'ours'],
  ['pipeline-error-openai-401-incorrect-api-key', 'ours'],
  ['pipeline-error-openai-429-exceeded-quota', 'ours'],
  ['pipeline-error-eleven-labs-voice-disabled-by-owner', 'ours'],
  ['manually-canceled', 'ours'],
  ['call-deleted', 'ours'],
] as const)('%s is %s', (reason, outcome) => {
  expect(outcomeOf(reason)).toBe(outcome);
});
