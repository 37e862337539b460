/**
 * How a call ended: as calls do, because nobody spoke, at its time limit, through a fault of the voice service, or
 * through something of ours that we have to fix, such as an account without credit.
 */
export type CallOutcome = 'normal' | 'silence' | 'time-limit' | 'fault' | 'ours';

/** Somebody hung up, or nobody can be reached: a word that sounds like a failure may be in it. */
const NORMAL = /^customer-|^voicemail$|misdialed$|hungup|hook-executed|^campaign\./;
/** What the provider calls its own fault, whatever has caused it. */
const THEIRS = /vapifault|providerfault/;
const OURS =
  /assistant-(?:not|request|version)|neither-assistant|^call-deleted|^scheduled-call-deleted|^(?:manually-)?cancell?ed$|call\.forwarding|subscription|wallet|credits|insuffic|quota|payment|paid-only|free-(?:plan|users)|upgrade|probation|creator-plus|fraud|enterprise|vapi-number|error-get-(?:assistant|customer|phone-number|resources)|-40[0134]-|api-key|unauthorized|auth-failed|forbidden|blocked-|invalid-(?:config|voice|emotion)|voice-(?:disabled|must|not)|missing-samples|character-limit/;
const FAULT = /error|fault|fail|timed?-?out|abort|shutdown|disconnected|rejected|closed-|no-call-received/;

/**
 * Sorts the provider's word for how a call ended (endedReason). One that we don't know counts as normal: new ones are
 * mostly new ways to hang up.
 */
export function outcomeOf(endedReason: string): CallOutcome {
  // The provider's words are like this; anything else says nothing.
  if (!/^[\w.-]+$/.test(endedReason) || NORMAL.test(endedReason)) return 'normal';
  if (endedReason.startsWith('silence')) return 'silence';
  if (endedReason.startsWith('exceeded')) return 'time-limit';
  if (THEIRS.test(endedReason)) return 'fault';
  if (OURS.test(endedReason)) return 'ours';
  return FAULT.test(endedReason) ? 'fault' : 'normal';
}
