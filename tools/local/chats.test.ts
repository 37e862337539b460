import type { AssistantMessage, WebChat } from '@vapi-ai/web/dist/api.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { actionsIn } from '../../src/voice/action.ts';
import { openChats, type Chats } from './voice/chats.ts';
import { openConversation } from './voice/conversation.ts';
import { endOfCallReport, type EndedCall } from './voice/report.ts';

let ended: EndedCall[];
let chats: Chats;
beforeEach(() => {
  vi.useFakeTimers();
  ended = [];
  chats = openChats(
    () => openConversation(),
    (chat) => ended.push(chat),
  );
});
afterEach(() => vi.useRealTimers());

/** Sends a message. Returns the session, the answer, and what the agent calls its tools for. */
async function send(body: Record<string, unknown>) {
  const { sessionId = '', output } = (await (
    await chats.answer({ assistantId: 'ours', ...body }, 'live')
  ).json()) as WebChat;
  const said = output.filter((message): message is AssistantMessage => message.role === 'assistant');
  return {
    sessionId,
    answer: said.map(({ content = '' }) => content).join(''),
    actions: actionsIn(said.flatMap(({ tool_calls: calls = [] }) => calls)),
  };
}
const end = (sessionId: string) => chats.answer({ sessionId, input: '', sessionEnd: true }, 'live');

it('a chat remembers what was said, and is reported once, with the variables that it began with', async () => {
  const variableValues = { leadId: 'ada' };
  const first = await send({ input: 'How long is an internship?', assistantOverrides: { variableValues } });
  expect(first.answer).toContain('That is from the page');
  const second = await send({ input: 'Who won?', sessionId: first.sessionId });
  expect(second.sessionId).toBe(first.sessionId);
  await end(first.sessionId);
  await end(first.sessionId);
  expect(ended).toHaveLength(1);
  const { message } = endOfCallReport(ended[0] as EndedCall);
  expect(message.call).toBeUndefined();
  expect(message.chat).toMatchObject({ sessionId: first.sessionId, assistantOverrides: { variableValues } });
  expect(message.endedReason).toBe('customer-ended-call');
  expect(message.artifact.transcript).toMatch(/^User: How long is an internship\?\nAI: .*\nUser: Who won\?\nAI: /);
  expect(message.analysis.summary).toContain('You asked about: ');
});

it('an action is a tool call, before the words', async () => {
  const { answer, actions } = await send({ input: 'I want to apply' });
  expect(actions).toEqual([{ name: 'start-application' }]);
  expect(answer).toContain('on your screen');
});

it('a chat expires, is then reported, and its id begins a new one', async () => {
  const { sessionId } = await send({ input: 'Hello', sessionExpirationSeconds: 1800 });
  vi.advanceTimersByTime(1_799_000);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(ended.map(({ id, endedReason }) => [id, endedReason])).toEqual([[sessionId, 'silence-timed-out']]);
  expect((await send({ input: 'Hello', sessionId })).sessionId).not.toBe(sessionId);
});

it.each([
  ['no text', {}, /input must be a text/],
  ['a time that the provider does not allow', { input: 'x', sessionExpirationSeconds: 59 }, /between 60 and 2592000/],
  ['anything but variables', { input: 'x', assistantOverrides: { model: {} } }, /only have variableValues, not model/],
])('a chat with %s is refused', async (_what, body, message) => {
  await expect(send(body)).rejects.toThrow(message);
});

it('all chats that are open end with the rehearsal', async () => {
  const both = [await send({ input: 'Hello' }), await send({ input: 'Hello' })];
  chats.close('worker-shutdown');
  expect(ended.map(({ id }) => id)).toEqual(both.map(({ sessionId }) => sessionId));
});
