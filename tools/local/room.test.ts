import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openConversation } from './voice/conversation.ts';
import type { EndedCall } from './voice/report.ts';
import { openRoom, type Room } from './voice/room.ts';

let room: Room;
let ended: EndedCall[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  ended = [];
  room = openRoom(openConversation(), {}, (call) => ended.push(call));
});
afterEach(() => vi.useRealTimers());

it('goes live once', () => {
  room.goLive();
  vi.setSystemTime(5000);
  room.goLive();
  room.end('customer-ended-call');
  expect(ended).toMatchObject([{ startedAt: 0, endedAt: 5000 }]);
});

it('does not measure silence before it is live', () => {
  room.join(new AbortController().signal);
  room.pause();
  expect(vi.getTimerCount()).toBe(0);
});

it.each([true, false])('has no timer left when it is over, whatever the page still sends (live: %s)', (live) => {
  if (live) room.goLive();
  room.pause();
  room.end('customer-ended-call');
  expect(vi.getTimerCount()).toBe(0);
  room.reply('How long is an internship?');
  room.goLive();
  room.pause();
  room.end('assistant-ended-call');
  expect(vi.getTimerCount()).toBe(0);
  expect(ended).toHaveLength(1);
});
