import type { DailyEventObjectFatalError, DailyFatalErrorType } from '@daily-co/daily-js';
import { ownValue } from '../lib/own-value.ts';
import type { EndingKind } from './meeting-state.ts';

/** What each fatal error of the package means. */
const ENDINGS: Readonly<Record<DailyFatalErrorType, EndingKind>> = {
  'connection-error': 'network',
  ejected: 'removed',
  'end-of-life': 'end-of-life',
  'exp-room': 'expired',
  'exp-token': 'token-expired',
  'meeting-full': 'room-full',
  'nbf-room': 'not-yet-open',
  'nbf-token': 'not-yet-valid',
  'no-room': 'no-room',
  'not-allowed': 'not-allowed',
};

/** The kind of ending that a fatal error of the package is. */
export function endingOf({ error }: Pick<DailyEventObjectFatalError, 'error'>): EndingKind {
  const { type, details } = (error ?? {}) as { type?: DailyFatalErrorType; details?: { on?: string } };
  if (type === 'connection-error' && details?.on === 'load') return 'load-failed';
  // The machine may be newer than the package, and send a type that this one does not know.
  return (type && ownValue<EndingKind>(ENDINGS, type)) ?? 'failed';
}

/** The kind of ending when no call could be created. */
export function refusalOf(error: unknown): EndingKind {
  const message = String(error);
  if (message.includes('Duplicate')) return 'duplicate';
  return message.includes('WebRTC') ? 'unsupported' : 'failed';
}
