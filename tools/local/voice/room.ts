import { randomUUID } from 'node:crypto';
import { QUESTION_LIMIT, type Conversation, type Turn } from './conversation.ts';
import { watchLimits } from './limits.ts';
import type { CallOrder, EndedCall } from './report.ts';
import { openTranscript } from './transcript.ts';

/** A turn, and the paths of its spoken sentences, relative to the room. */
export type SpokenTurn = Turn & { speech: string[] };

/** What the room sends to the caller's page, one JSON text per line. */
export type Signal =
  /** To be said, unless the caller has just asked something. */
  | { say: SpokenTurn }
  /** The call is over, with the provider's end reason. Always the last signal. */
  | { hangUp: string };

/** A call, shared by the caller's page and the agent. */
export interface Room {
  readonly id: string;
  readonly isOver: boolean;
  /**
   * The page joins and gets its signals until the call is over. Undefined for a second page.
   *
   * @param gone aborted when the page disconnects, which ends the call
   */
  join(gone: AbortSignal): ReadableStream<Uint8Array> | undefined;
  /** The caller hears the agent from now on. */
  goLive(): void;
  greet(deaf: boolean): SpokenTurn;
  reply(said: string): Promise<SpokenTurn>;
  /** A sentence that the page was given, by number. */
  sentence(index: number): string | undefined;
  /** The page starts playing that sentence. */
  speak(index: number): void;
  /** The page has played the last sentence of a turn. */
  pause(): void;
  /** The caller is typing. */
  wait(): void;
  /** Ends the call if it is not over yet. */
  end(endedReason: string): void;
}

/** The provider's reason for any call that the caller ended. */
export const CALLER_LEFT = 'customer-ended-call';

/**
 * Opens the room of a new call.
 *
 * @param order what the page sent to create the call
 * @param ended called once, when the call is over
 */
export function openRoom(conversation: Conversation, order: CallOrder, ended: (call: EndedCall) => void): Room {
  const id = randomUUID();
  const createdAt = Date.now();
  const transcript = openTranscript();
  const said: { text: string; turn: number }[] = [];
  const encoder = new TextEncoder();
  let turns = 0;
  let startedAt: number | undefined;
  let endedReason: string | undefined;
  let signals: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isJoined = false;

  const signal = (message: Signal) => signals?.enqueue(encoder.encode(`${JSON.stringify(message)}\n`));
  const watch = watchLimits(conversation.limits, () => signal({ say: give(conversation.askIntoSilence()) }), end);

  function give(turn: Turn): SpokenTurn {
    turns++;
    const first = said.push(...turn.says.map((text) => ({ text, turn: turns }))) - turn.says.length;
    return { ...turn, speech: turn.says.map((_sentence, index) => `speech/${first + index}`) };
  }

  function hangUp(): void {
    if (endedReason !== undefined) signal({ hangUp: endedReason });
    signals?.close();
    signals = undefined;
  }

  function end(reason: string): void {
    if (endedReason !== undefined) return;
    endedReason = reason;
    watch.stop();
    transcript.pause();
    hangUp();
    const [summary, outcome] = [conversation.summary(), conversation.outcome()];
    ended({ id, order, createdAt, startedAt, endedAt: Date.now(), endedReason, transcript, summary, outcome });
  }

  return {
    id,
    get isOver() {
      return endedReason !== undefined;
    },
    join(gone) {
      if (isJoined) return undefined;
      isJoined = true;
      watch.joined();
      gone.addEventListener('abort', () => {
        // The page is gone, so there is nobody to signal.
        signals = undefined;
        end(CALLER_LEFT);
      });
      return new ReadableStream({
        start(controller) {
          signals = controller;
          if (endedReason !== undefined) hangUp();
        },
      });
    },
    goLive() {
      if (endedReason !== undefined || startedAt !== undefined) return;
      startedAt = Date.now();
      watch.live();
    },
    greet: (deaf) => give(conversation.greeting(deaf)),
    async reply(text) {
      watch.asked();
      transcript.hear(text.slice(0, QUESTION_LIMIT));
      return give(await conversation.reply(text));
    },
    sentence: (index) => said[index]?.text,
    speak(index) {
      const sentence = said[index];
      if (sentence) transcript.speak(sentence.turn, sentence.text);
    },
    pause() {
      transcript.pause();
      if (endedReason === undefined && startedAt !== undefined) watch.answered();
    },
    wait: () => watch.typing(),
    end,
  };
}
