import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JOIN_WITHIN, watchLimits, type LimitWatch } from './voice/limits.ts';

let watch: LimitWatch;
let came: string[];
beforeEach(() => {
  vi.useFakeTimers();
  came = [];
  watch = watchLimits(
    { longest: 600_000, askAfter: 20_000, hangUpAfter: 45_000 },
    () => came.push('asks'),
    (reason) => came.push(reason),
  );
});
afterEach(() => {
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** Expects these calls in the last of so many milliseconds, and none before it. */
function expectAfter(ms: number, ...expected: string[]): void {
  vi.advanceTimersByTime(ms - 1);
  expect(came).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(came.splice(0)).toEqual(expected);
}

it('ends a call that nobody joins', () => {
  expectAfter(JOIN_WITHIN, 'call.in-progress.error-assistant-did-not-receive-customer-audio');
  expect(vi.getTimerCount()).toBe(0);
});

it('ends a call that nobody gets to hear', () => {
  watch.joined();
  expectAfter(600_000, 'exceeded-max-duration');
  expect(vi.getTimerCount()).toBe(0);
});

it('counts the longest time of a call from when it is heard', () => {
  watch.joined();
  vi.advanceTimersByTime(300_000);
  watch.live();
  expectAfter(600_000, 'exceeded-max-duration');
});

it('ends a call after its longest time, even in mid-conversation', () => {
  watch.joined();
  watch.live();
  for (let minute = 0; minute < 9; minute++) {
    watch.asked();
    watch.answered();
    watch.asked();
    vi.advanceTimersByTime(60_000);
  }
  expectAfter(60_000, 'exceeded-max-duration');
  expect(vi.getTimerCount()).toBe(0);
});

it('asks into a silence and then hangs up, both counted from the last turn', () => {
  watch.joined();
  watch.live();
  watch.answered();
  expectAfter(20_000, 'asks');
  // The agent has asked its question.
  vi.advanceTimersByTime(2000);
  watch.answered();
  expectAfter(23_000, 'silence-timed-out');
  expect(vi.getTimerCount()).toBe(0);
});

it('starts again when the caller has said something', () => {
  watch.joined();
  watch.live();
  watch.answered();
  expectAfter(20_000, 'asks');
  vi.advanceTimersByTime(24_000);
  watch.asked();
  // A long answer is not silence.
  vi.advanceTimersByTime(100_000);
  watch.answered();
  expectAfter(20_000, 'asks');
  expectAfter(25_000, 'silence-timed-out');
});

it('lets a silence begin anew while the caller types, also after the agent has asked', () => {
  watch.joined();
  watch.live();
  watch.answered();
  vi.advanceTimersByTime(19_000);
  watch.typing();
  expectAfter(20_000, 'asks');
  vi.advanceTimersByTime(24_000);
  watch.typing();
  expectAfter(20_000, 'asks');
  expectAfter(25_000, 'silence-timed-out');
});

it('does not count a silence while the agent answers somebody who types', () => {
  watch.joined();
  watch.live();
  watch.answered();
  watch.asked();
  watch.typing();
  expectAfter(600_000, 'exceeded-max-duration');
});

it('does nothing after it is stopped', () => {
  watch.joined();
  watch.live();
  watch.answered();
  watch.stop();
  vi.advanceTimersByTime(1_000_000);
  expect(came).toEqual([]);
});
