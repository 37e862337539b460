import { describe, expect, it } from 'vitest';
import { addLine, type Caption } from '../../src/voice/captions.ts';
import type { TranscriptLine } from '../../src/voice/call-events.ts';
import { endedBecause, speechUpdate, transcriptLine } from '../../src/voice/transcript.ts';

const line = (changes: object) => ({ type: 'transcript', role: 'assistant', transcript: 'Hello', ...changes });

describe('a transcript', () => {
  it('says who spoke, what they said, and whether more follows', () => {
    expect(transcriptLine(line({ transcriptType: 'partial' }))).toEqual({
      speaker: 'assistant',
      text: 'Hello',
      partial: true,
    });
    expect(transcriptLine(line({ role: 'user', transcriptType: 'final' }))).toEqual({
      speaker: 'visitor',
      text: 'Hello',
      partial: false,
    });
    expect(transcriptLine(line({ type: 'transcript[transcriptType="final"]', role: 'bot' }))).toMatchObject({
      speaker: 'assistant',
      partial: false,
    });
  });

  it.each([
    ['nothing', undefined],
    ['a string', 'transcript'],
    ['null', null],
    ['another type', line({ type: 'status-update' })],
    ['a type that is not text', line({ type: 7 })],
    ['an unknown role', line({ role: 'system' })],
    ['a role that is an object', line({ role: { toString: () => 'user' } })],
    ['no text', line({ transcript: undefined })],
    ['a text that is an object', line({ transcript: { toString: () => 'x' } })],
    ['an empty text', line({ transcript: ' \n' })],
  ])('%s is not a line', (_what, message) => {
    expect(transcriptLine(message)).toBeUndefined();
  });

  it('is a single line of limited length, whatever is in it', () => {
    expect(transcriptLine(line({ transcript: '<b>a</b>\u0000\n\u202Eb\uD800' }))?.text).toBe('<b>a</b> b');
    expect(Array.from(transcriptLine(line({ transcript: '🦊'.repeat(5000) }))?.text ?? '')).toHaveLength(2000);
  });
});

it.each([
  [
    { type: 'speech-update', role: 'user', status: 'started' },
    { speaker: 'visitor', speaking: true },
  ],
  [
    { type: 'speech-update', role: 'assistant', status: 'stopped' },
    { speaker: 'assistant', speaking: false },
  ],
  [{ type: 'speech-update', role: 'user', status: 'paused' }, undefined],
  [{ type: 'speech-update', status: 'started' }, undefined],
  [null, undefined],
])('%j is read as %j', (message, update) => {
  expect(speechUpdate(message)).toEqual(update);
});

it.each([
  ['customer-ended-call', { reason: 'visitor' }],
  ['assistant-ended-call', { reason: 'assistant' }],
  ['silence-timed-out', { reason: 'silence' }],
  ['exceeded-max-duration', { reason: 'time-limit' }],
  ['pipeline-error-openai-llm-failed', { kind: 'provider-ended' }],
  ['call.in-progress.error-assistant-did-not-receive-customer-audio', { kind: 'provider-ended' }],
  ['worker-shutdown', { kind: 'provider-ended' }],
  ['customer-did-not-give-microphone-permission', { kind: 'microphone-refused' }],
  ['assistant-not-found', { kind: 'provider-ended' }],
  ['assistant-join-timed-out', { kind: 'provider-ended' }],
  [undefined, { reason: 'assistant' }],
  [{}, { reason: 'assistant' }],
])('a call that ended because of %s', (endedReason, because) => {
  expect(endedBecause({ type: 'status-update', status: 'ended', endedReason })).toEqual(because);
  expect(endedBecause({ type: 'status-update', status: 'in-progress', endedReason })).toBeUndefined();
});

describe('captions', () => {
  const said = (...lines: [TranscriptLine['speaker'], string, boolean?][]) =>
    lines.reduce<readonly Caption[]>(
      (all, [speaker, text, partial = false]) => addLine(all, { speaker, text, partial }),
      [],
    );

  it('update a partial line in place', () => {
    expect(said(['assistant', 'Hel', true], ['assistant', 'Hello', true], ['assistant', 'Hello.'])).toEqual([
      { id: 1, speaker: 'assistant', text: 'Hello.', partial: false },
    ]);
  });

  it('keep two people who speak at once apart', () => {
    const lines = said(
      ['assistant', 'An intern', true],
      ['visitor', 'Sorry', true],
      ['assistant', 'An internship is', true],
      ['visitor', 'Sorry?', true],
    );
    expect(lines.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'assistant: An internship is',
      'visitor: Sorry?',
    ]);
  });

  it('keep a line that was cut off, and continue below the question that interrupted it', () => {
    const lines = said(
      ['assistant', 'Hello, this is', true],
      ['visitor', 'How long is it?'],
      ['assistant', 'Three months', true],
      ['assistant', 'Three months at least.'],
    );
    expect(lines.map(({ text, partial }) => `${text}${partial ? ' …' : ''}`)).toEqual([
      'Hello, this is',
      'How long is it?',
      'Three months at least.',
    ]);
  });

  it('complete a line that was cut off', () => {
    const lines = said(
      ['assistant', 'Hello, this', true],
      ['visitor', 'Hi'],
      ['assistant', 'Hello, this is the agent.'],
    );
    expect(lines.map(({ text }) => text)).toEqual(['Hello, this is the agent.', 'Hi']);
  });

  it('start a new line after a complete one', () => {
    expect(said(['assistant', 'One.'], ['assistant', 'Two.']).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('keep the last 300 lines, each with a unique id', () => {
    const lines = said(
      ...Array.from({ length: 1000 }, (_, index) => ['visitor', String(index)] as const).map(
        ([a, b]) => [a, b] as ['visitor', string],
      ),
    );
    expect(lines).toHaveLength(300);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(300);
    expect(lines.at(-1)?.text).toBe('999');
  });
});
