import { randomUUID } from 'node:crypto';
import { QUESTION_LIMIT, type Conversation, type Turn } from './conversation.ts';
import { watchLimits } from './limits.ts';
import type { CallOrder, EndedCall } from './report.ts';
import { openTranscript } from './transcript.ts';

/** A turn, and where its sentences can be heard: paths from the room. */
export type SpokenTurn = Turn & { speech: string[] };

/** What the room tells the caller's page, one JSON text a line. */
export type Signal =
  /** To be said, unless the caller has just asked something. */
  | { say: SpokenTurn }
  /** The call is over, with the provider's name for why. Nothing comes after it. */
  | { hangUp: string };

/** A call, as the caller's page and the agent share it. */
export interface Room {
  readonly id: string;
  /**
   * The page joins: what it is told, for as long as the call is on. Undefined for whoever comes second.
   *
   * @param gone aborted when the page is no longer there, which ends the call
   */
  join(gone: AbortSignal): ReadableStream<Uint8Array> | undefined;
  /** The caller hears the agent from now on. */
  goLive(): void;
  greet(deaf: boolean): SpokenTurn;
  reply(said: string): SpokenTurn;
  /** A sentence that was given to the page, by its number. */
  sentence(index: number): string | undefined;
  /** The page begins to play that sentence. */
  speak(index: number): void;
  /** The page has played the last sentence of a turn. */
  pause(): void;
  /** Ends the call, if it is not over. */
  end(endedReason: string): void;
}

/** The provider's word for a call that the caller has ended, in whatever way. */
export const CALLER_LEFT = 'customer-ended-call';

/**
 * Opens the room of a call that was created.
 *
 * @param order what the call was created with
 * @param ended takes the call when it is over, once
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
    const summary = conversation.summary();
    ended({ id, order, createdAt, startedAt, endedAt: Date.now(), endedReason, transcript, summary });
  }

  return {
    id,
    join(gone) {
      if (isJoined) return undefined;
      isJoined = true;
      watch.joined();
      gone.addEventListener('abort', () => {
        // Nobody is left to be told.
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
    reply(text) {
      watch.asked();
      transcript.hear(text.slice(0, QUESTION_LIMIT));
      return give(conversation.reply(text));
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
    end,
  };
}
