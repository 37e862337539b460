import type { AssistantMessage, CreateWebChatDTO, WebChat } from '@vapi-ai/web/dist/api.js';
import { actionsIn, type Action } from './action.ts';
import type { VoiceProvider } from './voice-provider.ts';

const PROVIDER = 'https://api.vapi.ai';
/** After this long, an answer is given up (milliseconds). */
const ANSWER_WITHIN_MS = 30_000;

/** The provider did not take a message. */
export class ChatRefused extends Error {
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number) {
    super(`The provider answered with ${status}.`);
    this.name = 'ChatRefused';
    this.status = status;
  }
}

/** What the agent answers to a message. */
export interface Answer {
  sessionId?: string;
  /** Its words; empty if it has none. */
  text: string;
  actions: readonly Action[];
}

type Message = Omit<CreateWebChatDTO, 'assistantId'>;

const post = ({ key, assistant, apiBaseUrl = PROVIDER }: VoiceProvider, message: Message, init: RequestInit) =>
  fetch(`${apiBaseUrl}/chat/web`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ assistantId: assistant, ...message }),
    ...init,
  });

/** The provider's answer, of which anything unknown is ignored. */
function answerIn(body: unknown): Answer {
  const { sessionId, output } = Object(body) as Partial<Record<keyof WebChat, unknown>>;
  const said = (Array.isArray(output) ? output : [])
    .map((message) => Object(message) as Partial<Record<keyof AssistantMessage, unknown>>)
    .filter(({ role }) => role === 'assistant');
  return {
    ...(typeof sessionId === 'string' && { sessionId }),
    text: said
      .map(({ content }) => (typeof content === 'string' ? content.trim() : ''))
      .filter((content) => content !== '')
      .join(' '),
    actions: said.flatMap(({ tool_calls }) => actionsIn(tool_calls)),
  };
}

/**
 * Sends a message of the visitor. Resolves when the provider has accepted it, with a promise of the answer, which
 * rejects if it breaks off.
 *
 * The answer comes whole: in pieces, the provider sends the agent's words, but not what it calls its tools for.
 *
 * @throws ChatRefused when the provider answers with an error
 * @throws TypeError or DOMException when it can't be reached, or does not answer for 30 seconds
 */
export async function sendMessage(provider: VoiceProvider, message: Message): Promise<{ answer: Promise<Answer> }> {
  const response = await post(provider, message, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!response.ok) throw new ChatRefused(response.status);
  return { answer: response.json().then(answerIn) };
}

/** Ends a chat at the provider, which then reports it. The request outlives the page. */
export function endChat(provider: VoiceProvider, sessionId: string): void {
  post(provider, { sessionId, input: '', sessionEnd: true }, { keepalive: true }).catch((error: unknown) => {
    // It expires there, and is reported then.
    console.warn('The chat could not be ended.', error);
  });
}
