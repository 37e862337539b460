import { describe, expect, it } from 'vitest';
import { CLOSE_AFTER_MS, isCalling, nextState, type CallInput, type CallState } from '../../src/voice/call-state.ts';

const STATES: CallState[] = ['idle', 'confirming', 'requesting-permission', 'active', 'ended'];
const INPUTS: CallInput[] = ['press', 'dismiss', 'submit', 'live', 'end', 'fail', 'close'];

/** Every input in every state (spec section 4); '' leaves the state unchanged. */
const TABLE: Record<CallState, Record<CallInput, CallState | ''>> = {
  idle: { press: 'confirming', dismiss: '', submit: '', live: '', end: '', fail: '', close: '' },
  confirming: {
    press: '',
    dismiss: 'idle',
    submit: 'requesting-permission',
    live: '',
    end: '',
    fail: '',
    close: '',
  },
  'requesting-permission': {
    press: 'idle',
    dismiss: '',
    submit: '',
    live: 'active',
    end: 'idle',
    fail: 'idle',
    close: '',
  },
  active: { press: 'ended', dismiss: '', submit: '', live: '', end: 'ended', fail: 'ended', close: '' },
  ended: { press: 'confirming', dismiss: '', submit: '', live: '', end: '', fail: '', close: 'idle' },
};

describe.each(STATES)('%s', (state) => {
  it.each(INPUTS)('%s', (input) => {
    expect(nextState(state, input)).toBe(TABLE[state][input] || state);
  });
});

it('a call is in progress from Start Call until it ends', () => {
  expect(STATES.filter(isCalling)).toEqual(['requesting-permission', 'active']);
});

it('an ended call is shown for 8 seconds', () => {
  expect(CLOSE_AFTER_MS).toBe(8000);
});
