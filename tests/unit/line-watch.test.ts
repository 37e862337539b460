import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallEvent } from '../../src/voice/call-events.ts';
import { watchLine, type LineWatch } from '../../src/voice/line-watch.ts';

let events: CallEvent[];
let line: LineWatch;
beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  line = watchLine({ askAfterSeconds: 30, hangUpAfterSeconds: 60 }, (event) => {
    events.push(event);
    if (event.type === 'failed' || event.type === 'ended') line.stop();
  });
});
afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);
const speaks = (speaker: 'visitor' | 'assistant', speaking: boolean) =>
  line.note({ type: 'speaking', speaker, speaking });
const says = (speaker: 'visitor' | 'assistant') =>
  line.note({ type: 'transcript', speaker, text: 'Well.', partial: false });
const network = (quality: 'good' | 'interrupted') => line.note({ type: 'network', quality });
/** The agent says something that takes this long (seconds). */
function answer(seconds: number): void {
  speaks('assistant', true);
  wait(seconds);
  speaks('assistant', false);
}
/** The kinds of the events that were reported since the last look. */
const reported = () => events.splice(0).map((event) => ('kind' in event ? event.kind : event.type));

describe('an agent that owes an answer', () => {
  it('its greeting among them, is late after 10 seconds, and the line is dead after 30', () => {
    wait(9.9);
    expect(reported()).toEqual([]);
    wait(0.2);
    expect(events).toEqual([{ type: 'late', late: true }]);
    wait(19.8);
    expect(reported()).toEqual(['late']);
    wait(0.2);
    expect(reported()).toEqual(['agent-silent']);
  });

  it('is no longer late once it speaks', () => {
    wait(12);
    speaks('assistant', true);
    expect(events).toEqual([
      { type: 'late', late: true },
      { type: 'late', late: false },
    ]);
  });

  it('is not given more time by another written question, but by a spoken one: then it hears', () => {
    answer(3);
    line.asked();
    wait(20);
    line.asked();
    wait(10.1);
    expect(reported()).toEqual(['late', 'agent-silent']);
  });

  it('that still hears is not dead', () => {
    answer(3);
    for (const _time of [1, 2, 3]) {
      says('visitor');
      wait(20);
    }
    expect(reported()).not.toContain('agent-silent');
  });
});

describe('an interruption', () => {
  it('ends the call after 30 seconds', () => {
    answer(3);
    network('interrupted');
    wait(29.9);
    expect(reported()).toEqual([]);
    wait(0.2);
    expect(reported()).toEqual(['network-lost']);
  });

  it('that is over in time gives both sides their time again', () => {
    answer(3);
    line.asked();
    wait(8);
    network('interrupted');
    wait(25);
    network('good');
    wait(9);
    expect(reported()).toEqual([]);
    wait(1.1);
    expect(reported()).toEqual(['late']);
  });
});

describe('a silence', () => {
  beforeEach(() => answer(3));

  it('is counted down in its last 15 seconds, and ends the call a little after the provider would', () => {
    wait(44.9);
    expect(reported()).toEqual([]);
    wait(0.2);
    expect(events).toEqual([{ type: 'closing', seconds: 15 }]);
    wait(15);
    expect(events.at(-1)).toEqual({ type: 'closing', seconds: 0 });
    reported();
    wait(4.5);
    expect(reported()).toEqual([]);
    wait(0.5);
    expect(events).toEqual([{ type: 'ended', reason: 'silence' }]);
  });

  it.each([
    ['typing', () => line.typed()],
    ['speaking', () => speaks('visitor', true)],
    ['a word that is heard', () => line.note({ type: 'transcript', speaker: 'visitor', text: 'Well', partial: true })],
  ])('is ended by %s', (_what, act) => {
    wait(50);
    act();
    expect(events.at(-1)).toEqual({ type: 'closing', seconds: null });
    reported();
    wait(44.9);
    expect(reported()).toEqual([]);
  });

  it('is not ended by the question of the agent into it', () => {
    wait(30);
    answer(2);
    says('assistant');
    wait(13.2);
    expect(reported()).toEqual(['closing']);
  });

  it('does not begin before a long answer is over', () => {
    says('visitor');
    answer(50);
    wait(44.9);
    expect(reported()).toEqual([]);
  });
});
