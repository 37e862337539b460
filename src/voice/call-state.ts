/** The states of a call (spec section 4). */
export type CallState = 'idle' | 'confirming' | 'requesting-permission' | 'active' | 'ended';

/**
 * What can happen to a call:
 * - `press`: the call button was pressed
 * - `dismiss`: Not Now was pressed, or the dialog was closed in another way
 * - `submit`: Start Call was pressed
 * - `live`: the provider's call-start event
 * - `end`: either side hung up
 * - `fail`: it could not start, or was cut off
 * - `close`: the guide's time is up
 */
export type CallInput = 'press' | 'dismiss' | 'submit' | 'live' | 'end' | 'fail' | 'close';

/** How long an ended call is shown (milliseconds; spec sections 4 and 9). */
export const CLOSE_AFTER_MS = 8000;

const TRANSITIONS: Record<CallState, Partial<Record<CallInput, CallState>>> = {
  idle: { press: 'confirming' },
  confirming: { dismiss: 'idle', submit: 'requesting-permission' },
  'requesting-permission': { press: 'idle', live: 'active', end: 'idle', fail: 'idle' },
  active: { press: 'ended', end: 'ended', fail: 'ended' },
  ended: { press: 'confirming', close: 'idle' },
};

/** The state after an input. An input that does not apply to the state changes nothing. */
export const nextState = (state: CallState, input: CallInput): CallState => TRANSITIONS[state][input] ?? state;

/** Whether a call is in progress or connecting. */
export const isCalling = (state: CallState): boolean => state === 'requesting-permission' || state === 'active';
