import type { CreateWebChatDTO } from '@vapi-ai/web/dist/api.js';
import type { VoiceProvider } from './voice-provider.ts';

const PROVIDER = 'https://api.vapi.ai';
/** The provider answers in pieces; so long after the last one, the answer is given up (milliseconds). */
const SILENT_AFTER_MS = 30_000;

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

/** A piece of an answer. */
export interface Piece {
  sessionId?: string;
  delta?: string;
}

type Message = Omit<CreateWebChatDTO, 'assistantId'>;

const post = ({ key, assistant, apiBaseUrl = PROVIDER }: VoiceProvider, message: Message, init: RequestInit) =>
  fetch(`${apiBaseUrl}/chat/web`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ assistantId: assistant, ...message }),
    ...init,
  });

/** The pieces in an event stream, of which anything else is ignored. */
async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: () => void): AsyncGenerator<Piece> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    heard();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of done ? [...lines, rest] : lines) {
      try {
        const { sessionId, delta } = Object(JSON.parse(line.replace(/^data: ?/, ''))) as Record<keyof Piece, unknown>;
        yield {
          ...(typeof sessionId === 'string' && { sessionId }),
          ...(typeof delta === 'string' && { delta }),
        };
      } catch {
        // Blank lines, comments and the end of the stream.
      }
    }
    if (done) return;
  }
}

/**
 * Sends a message of the visitor. Resolves when the provider has accepted it, with the pieces of the answer, which throw
 * if it breaks off.
 *
 * @throws ChatRefused when the provider answers with an error
 * @throws TypeError or DOMException when it can't be reached, or does not answer for 30 seconds
 */
export async function sendMessage(provider: VoiceProvider, message: Message): Promise<AsyncIterable<Piece>> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_AFTER_MS);
  };
  heard();
  try {
    const response = await post(provider, { ...message, stream: true }, { signal: silence.signal });
    if (!response.ok || !response.body) throw new ChatRefused(response.status);
    const pieces = piecesOf(response.body, heard);
    return (async function* () {
      try {
        yield* pieces;
      } finally {
        clearTimeout(timer);
      }
    })();
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}

/** Ends a chat at the provider, which then reports it. The request outlives the page. */
export function endChat(provider: VoiceProvider, sessionId: string): void {
  post(provider, { sessionId, input: '', sessionEnd: true }, { keepalive: true }).catch((error: unknown) => {
    // It expires there, and is reported then.
    console.warn('The chat could not be ended.', error);
  });
}
