import { randomUUID } from 'node:crypto';
import type {
  AssistantOverrides,
  BotMessage,
  Call,
  ServerMessageEndOfCallReport,
  UserMessage,
} from '@vapi-ai/web/dist/api.js';
import { OUTCOME } from '../../../src/voice/outcome.ts';
import type { Transcript } from './transcript.ts';

/** What the page sent when it created the call; passed through unchanged. */
export interface CallOrder {
  assistantId?: string;
  assistantOverrides?: AssistantOverrides;
}

/** A finished call. Times are milliseconds since 1970. */
export interface EndedCall {
  id: string;
  /** Whether it was a chat: then the id is that of its session. */
  isChat?: true;
  order: CallOrder;
  createdAt: number;
  /** When the call went live, if it did. */
  startedAt: number | undefined;
  endedAt: number;
  endedReason: string;
  transcript: Transcript;
  summary: string;
  /** The answers to content/assistant/outcome.yaml, by name. */
  outcome: Readonly<Record<string, unknown>>;
}

/** What the provider sends to a server after a call. */
export interface EndOfCallReport {
  /** The provider sends the duration, though its types don't have it. */
  message: ServerMessageEndOfCallReport & { durationSeconds: number };
}

/** The report of a call, in the provider's shape. */
export function endOfCallReport(ended: EndedCall): EndOfCallReport {
  const { id, isChat, order, createdAt, startedAt, endedAt, transcript, summary, outcome } = ended;
  const iso = (time: number) => new Date(time).toISOString();
  const began = startedAt ?? endedAt;
  const endedReason = ended.endedReason as ServerMessageEndOfCallReport['endedReason'];
  const span = { ...(startedAt !== undefined && { startedAt: iso(startedAt) }), endedAt: iso(endedAt) };
  return {
    message: {
      type: 'end-of-call-report',
      endedReason,
      ...span,
      durationSeconds: (endedAt - began) / 1000,
      timestamp: Date.now(),
      ...(isChat
        ? {
            chat: {
              id: randomUUID(),
              sessionId: id,
              orgId: 'rehearsal',
              createdAt: iso(createdAt),
              updatedAt: iso(endedAt),
              ...order,
            },
          }
        : {
            call: {
              id,
              orgId: 'rehearsal',
              type: 'webCall',
              status: 'ended',
              createdAt: iso(createdAt),
              updatedAt: iso(endedAt),
              ...span,
              endedReason,
              ...order,
            } satisfies Call,
          }),
      artifact: {
        transcript: transcript.text(),
        structuredOutputs: { [randomUUID()]: { name: OUTCOME, result: outcome } },
        messages: transcript.messages.map((message): UserMessage | BotMessage => ({
          ...message,
          secondsFromStart: (message.time - began) / 1000,
        })),
      },
      analysis: { summary },
    },
  };
}
