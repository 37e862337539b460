import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateWebChatDTO, WebChat } from '@vapi-ai/web/dist/api.js';
import { QUESTION_LIMIT, type Conversation } from './conversation.ts';
import type { CallOrder, EndedCall } from './report.ts';
import { RequestRefused } from '../request-body.ts';
import type { Scenario } from './scenarios.ts';
import { openTranscript } from './transcript.ts';

/** The provider's limits for the time until a session expires, and its default (seconds). */
const EXPIRES_AFTER = { least: 60, most: 2_592_000, usual: 86_400 };
/** Sessions that are open at a time. */
const MOST_OPEN = 100;
/** A broken connection takes with it what was not read yet (milliseconds). */
const READ_WITHIN_MS = 300;

/** The chats of the rehearsal, which stand in for the provider's sessions. */
export interface Chats {
  /**
   * Answers `POST chat/web` as the provider does: with the agent's messages, or, with `sessionEnd`, by ending the
   * session. A session that is over is replaced by a new one.
   *
   * @throws RequestRefused when the body is invalid, or too many chats are open
   */
  answer(body: Record<string, unknown>, scenario: Scenario): Promise<Response>;
  /** Ends all chats. */
  close(endedReason: string): void;
}

interface OpenChat {
  conversation: Conversation;
  reply(question: string): Promise<WebChat['output']>;
  end(endedReason: string): void;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * @param converse opens the conversation of a new chat
 * @param ended called once for each chat, when it is over
 */
export function openChats(converse: (order: CallOrder) => Conversation, ended: (chat: EndedCall) => void): Chats {
  const open = new Map<string, OpenChat>();

  function begin(
    id: string,
    { assistantId, assistantOverrides, sessionExpirationSeconds }: CreateWebChatDTO,
  ): OpenChat {
    if (open.size >= MOST_OPEN)
      throw new RequestRefused(429, `The rehearsal has ${MOST_OPEN} open chats. End one of them.`);
    const createdAt = Date.now();
    const order = { ...(assistantId && { assistantId }), ...(assistantOverrides && { assistantOverrides }) };
    const conversation = converse(order);
    const transcript = openTranscript();
    let turns = 0;
    const end = (endedReason: string) => {
      clearTimeout(expiry);
      open.delete(id);
      ended({
        id,
        isChat: true,
        order,
        createdAt,
        startedAt: createdAt,
        endedAt: Date.now(),
        endedReason,
        transcript,
        summary: conversation.summary(),
        outcome: conversation.outcome(),
      });
    };
    const expiry = setTimeout(
      () => end('silence-timed-out'),
      (sessionExpirationSeconds ?? EXPIRES_AFTER.usual) * 1000,
    ).unref();
    const chat: OpenChat = {
      conversation,
      async reply(question) {
        transcript.hear(question.slice(0, QUESTION_LIMIT));
        const { says, call } = await conversation.reply(question);
        const content = says.join(' ');
        transcript.speak(++turns, content);
        transcript.pause();
        const acted: WebChat['output'] = call
          ? [
              { role: 'assistant', tool_calls: [call] },
              { role: 'tool', tool_call_id: call.id, content: 'Success.' },
            ]
          : [];
        return [...acted, { role: 'assistant', content }];
      },
      end,
    };
    open.set(id, chat);
    return chat;
  }

  /** The body as the provider reads it. */
  function check(body: Record<string, unknown>): CreateWebChatDTO & { input: string } {
    const { input, sessionExpirationSeconds: seconds, assistantOverrides } = body;
    if (!isText(input)) throw new RequestRefused(400, 'input must be a text.');
    if (seconds !== undefined && !(Number(seconds) >= EXPIRES_AFTER.least && Number(seconds) <= EXPIRES_AFTER.most))
      throw new RequestRefused(400, 'sessionExpirationSeconds must be between 60 and 2592000.');
    const others = Object.keys(Object(assistantOverrides) as object).filter((key) => key !== 'variableValues');
    if (others.length > 0)
      throw new RequestRefused(
        400,
        `assistantOverrides of a chat can only have variableValues, not ${others.join(', ')}.`,
      );
    return body as unknown as CreateWebChatDTO & { input: string };
  }

  return {
    async answer(body, scenario) {
      const asked = check(body);
      const known = isText(body['sessionId']) ? body['sessionId'] : '';
      const chat = open.get(known);
      if (body['sessionEnd'] === true) {
        chat?.end('customer-ended-call');
        return Response.json({ id: randomUUID(), sessionId: known, output: [] }, { status: 201 });
      }
      const sessionId = chat ? known : randomUUID();
      const output = await (chat ?? begin(sessionId, asked)).reply(asked.input);
      return respond({ id: randomUUID(), sessionId, output }, scenario);
    },
    close(endedReason) {
      for (const chat of open.values()) chat.end(endedReason);
    },
  };
}

/** The whole answer, or, in some scenarios, its beginning or nothing. */
function respond(chat: WebChat, scenario: Scenario): Response {
  const text = JSON.stringify(chat);
  if (scenario !== 'agent-silent' && scenario !== 'chat-breaks-off') return Response.json(chat, { status: 201 });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 40)));
      if (scenario === 'agent-silent') return;
      await wait(READ_WITHIN_MS);
      controller.error(new Error('Rehearsed: the answer breaks off.'));
    },
  });
  return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } });
}
