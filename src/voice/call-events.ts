import type { Action } from './action.ts';

/**
 * The caller. Sent to the provider as leadName and leadEmail (spec section 3), with the id under which the lead is
 * stored, so that the provider's call report can be matched to it.
 */
export interface Lead {
  id: string;
  name: string;
  email: string;
}

/** Why a call could not start or was cut off. The copy has a sentence for each (content/assistant/call.yaml). */
export const FAILURES = [
  'call-elsewhere',
  'no-microphone',
  'microphone-refused',
  'microphone-blocked',
  'microphone-in-use',
  'microphone-failed',
  'unsupported',
  'sound-blocked',
  'code-missing',
  'provider-refused',
  'provider-busy',
  'provider-unreachable',
  'provider-fault',
  'network-lost',
  'agent-silent',
  'provider-ended',
] as const;
export type FailureKind = (typeof FAILURES)[number];

/** Who hung up, or what else ended the call without an error. */
export const END_REASONS = ['visitor', 'assistant', 'silence', 'time-limit'] as const;
export type EndReason = (typeof END_REASONS)[number];

export type Speaker = 'visitor' | 'assistant';

/** A line of the transcript, as plain text. */
export interface TranscriptLine<Who = Speaker> {
  speaker: Who;
  text: string;
  /** Whether a longer version may replace it. */
  partial: boolean;
}

/** One stage of the start sequence (spec section 4). */
export interface StageEvent {
  type: 'stage';
  /** The SDK's name for it, or `microphone` and `sdk` for our own earlier stages. */
  stage: string;
  status: 'started' | 'completed' | 'failed';
  /** Milliseconds, if known. */
  duration?: number;
}

/** The events of a call. Exactly one `ended` or `failed` comes, and it is the last event. */
export type CallEvent =
  | StageEvent
  | { type: 'live' }
  | { type: 'speaking'; speaker: Speaker; speaking: boolean }
  /** 0 to 1, about ten times a second (spec section 9). */
  | { type: 'volume'; speaker: Speaker; level: number }
  | ({ type: 'transcript' } & TranscriptLine)
  /** The agent puts something on the screen. */
  | { type: 'action'; action: Action }
  | { type: 'muted'; muted: boolean }
  | { type: 'network'; quality: 'good' | 'low' | 'interrupted' }
  /** The device has silenced the microphone, or no longer does. */
  | { type: 'silenced'; silenced: boolean }
  /** The written questions that wait for an interrupted connection. */
  | { type: 'undelivered'; questions: readonly string[] }
  /** Whether the agent has owed an answer for more than 10 s. */
  | { type: 'late'; late: boolean }
  /** Whether the last answer broke off. */
  | { type: 'broken'; broken: boolean }
  /** The seconds until the call ends because the visitor is silent; null as long as that is far away. */
  | { type: 'closing'; seconds: number | null }
  | { type: 'ended'; reason: EndReason }
  | { type: 'failed'; kind: FailureKind; detail: string };
