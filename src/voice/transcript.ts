import { plainLine } from '../backend/text-rules.ts';
import { outcomeOf } from './call-outcome.ts';
import type { EndReason, FailureKind, Speaker, TranscriptLine } from './call-events.ts';
import { asRecord } from './untrusted.ts';

/** More than anybody says in one breath; longer lines are truncated (code points). */
const LINE_LIMIT = 2000;

const speakerOf = (role: unknown): Speaker | undefined => {
  if (role === 'user') return 'visitor';
  return role === 'assistant' || role === 'bot' ? 'assistant' : undefined;
};

/** The transcript line in a provider message, or undefined. */
export function transcriptLine(message: unknown): TranscriptLine | undefined {
  const { type, role, transcript, transcriptType } = asRecord(message);
  // The type may include the kind: transcript[transcriptType="final"].
  if (typeof type !== 'string' || !type.startsWith('transcript') || typeof transcript !== 'string') return undefined;
  const speaker = speakerOf(role);
  const text = Array.from(plainLine(transcript)).slice(0, LINE_LIMIT).join('');
  if (!speaker || text === '') return undefined;
  return { speaker, text, partial: transcriptType !== 'final' && !type.includes('final') };
}

/** Who started or stopped speaking, or undefined. */
export function speechUpdate(message: unknown): { speaker: Speaker; speaking: boolean } | undefined {
  const { type, role, status } = asRecord(message);
  const speaker = speakerOf(role);
  if (type !== 'speech-update' || !speaker || (status !== 'started' && status !== 'stopped')) return undefined;
  return { speaker, speaking: status === 'started' };
}

/** Why the call has ended, according to a provider message, or undefined if it doesn't report an end. */
export function endedBecause(message: unknown): { reason: EndReason } | { kind: FailureKind } | undefined {
  const { type, status, endedReason } = asRecord(message);
  if (type !== 'status-update' || status !== 'ended') return undefined;
  const reason = typeof endedReason === 'string' ? endedReason : '';
  if (reason === 'customer-did-not-give-microphone-permission') return { kind: 'microphone-refused' };
  const outcome = outcomeOf(reason);
  if (outcome === 'fault' || outcome === 'ours') return { kind: 'provider-ended' };
  if (outcome !== 'normal') return { reason: outcome };
  return { reason: reason.startsWith('customer-') ? 'visitor' : 'assistant' };
}

/** The agent's calls of its tools in a provider message, or undefined. */
export const toolCalls = (message: unknown): unknown =>
  asRecord(message)['type'] === 'tool-calls' ? asRecord(message)['toolCallList'] : undefined;
