/**
 * Who is calling; goes to the provider as leadName and leadEmail (spec section 3), with the id under which the lead is
 * stored, so that the provider's report of the call finds it.
 */
export interface Lead {
  id: string;
  name: string;
  email: string;
}

/** Why a call could not start or was cut off. The copy has a sentence for each (content/assistant/call.yaml). */
export const FAILURES = [
  'no-microphone',
  'microphone-refused',
  'microphone-blocked',
  'microphone-in-use',
  'unsupported',
  'sound-blocked',
  'code-missing',
  'provider-refused',
  'provider-busy',
  'provider-unreachable',
  'network-lost',
  'provider-ended',
] as const;
export type FailureKind = (typeof FAILURES)[number];

/** Who hung up, or what ended the call without anything having gone wrong. */
export const END_REASONS = ['visitor', 'assistant', 'silence', 'time-limit'] as const;
export type EndReason = (typeof END_REASONS)[number];

export type Speaker = 'visitor' | 'assistant';

/** Plain text from the other end of the line. */
export interface TranscriptLine {
  speaker: Speaker;
  text: string;
  /** Whether more of the same may follow in its place. */
  partial: boolean;
}

/** One stage of the start sequence (spec section 4). */
export interface StageEvent {
  type: 'stage';
  /** As the SDK names it, or `microphone` and `sdk` for what we do before it. */
  stage: string;
  status: 'started' | 'completed' | 'failed';
  /** Milliseconds, where the stage has one. */
  duration?: number;
}

/** What a call reports. After `ended` or `failed`, of which there is exactly one, nothing more comes. */
export type CallEvent =
  | StageEvent
  | { type: 'live' }
  | { type: 'speaking'; speaker: Speaker; speaking: boolean }
  /** 0 to 1, about ten times a second (spec section 9). */
  | { type: 'volume'; speaker: Speaker; level: number }
  | ({ type: 'transcript' } & TranscriptLine)
  | { type: 'muted'; muted: boolean }
  | { type: 'network'; quality: 'good' | 'low' | 'interrupted' }
  | { type: 'ended'; reason: EndReason }
  | { type: 'failed'; kind: FailureKind; detail: string };
