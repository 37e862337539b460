import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openConversation } from './voice/conversation.ts';
import type { EndedCall } from './voice/report.ts';
import { answerInRoom } from './voice/room-requests.ts';
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
  const timers = vi.getTimerCount();
  room.pause();
  expect(vi.getTimerCount()).toBe(timers);
});

it.each([true, false])('has no timer left when it is over, whatever the page still sends (live: %s)', async (live) => {
  if (live) room.goLive();
  room.pause();
  room.end('customer-ended-call');
  expect(vi.getTimerCount()).toBe(0);
  await room.reply('How long is an internship?');
  room.goLive();
  room.pause();
  room.end('assistant-ended-call');
  expect(vi.getTimerCount()).toBe(0);
  expect(ended).toHaveLength(1);
});

it('says nothing more when it is over', async () => {
  const ask = (method: string, what: string, body?: string) =>
    answerInRoom(
      room,
      { speak: () => Promise.reject(new Error('not asked')), close: () => Promise.resolve() },
      new Request(`http://127.0.0.1/${what}`, { method, ...(body && { body }) }),
      [what],
    );
  expect((await ask('POST', 'turns', '{"text":"Hello"}')).status).toBe(200);
  room.end('customer-ended-call');
  const refused = { status: 409, message: 'The call is over. Begin another one.' };
  await expect(ask('POST', 'turns', '{"text":"Hello"}')).rejects.toMatchObject(refused);
  await expect(ask('GET', 'greeting')).rejects.toMatchObject(refused);
});
