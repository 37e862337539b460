import type { CallEvent } from './call-events.ts';
import type { VapiClient } from './load-sdk.ts';

/** How often the agent is told that the visitor is typing (milliseconds). */
const TELL_TYPING_MS = 5000;
/** What it is told, as its provider's documentation suggests for what happens in a page. */
const TYPING = 'The caller is typing a question. Wait for it.';

type Send = VapiClient['send'];

/** What the visitor writes in a call. */
export interface Questions {
  /**
   * Sends a question, or keeps it until the connection is back. Returns false when it can't be sent.
   *
   * @param interrupted whether the connection is interrupted
   */
  ask(question: string, interrupted: boolean): boolean;
  /** Takes back a question that was not delivered yet. */
  withdraw(question: string): void;
  /** Sends what has waited for the connection, in order. */
  deliver(): void;
  /** Tells the agent that the visitor is typing. */
  typing(): void;
}

/**
 * @param send the SDK's own way to send a message; it may throw
 * @param report called when a question is sent, and when those that wait have changed
 */
export function openQuestions(send: Send, report: (event: CallEvent) => void): Questions {
  let waiting: readonly string[] = [];
  let toldTyping = -Infinity;

  function trySend(message: Parameters<Send>[0]): boolean {
    try {
      send(message);
      return true;
    } catch (error) {
      console.warn('A message could not be sent.', error);
      return false;
    }
  }
  function sendQuestion(text: string): boolean {
    const message = { role: 'user', content: text } as const;
    if (!trySend({ type: 'add-message', message, triggerResponseEnabled: true })) return false;
    report({ type: 'transcript', speaker: 'visitor', text, partial: false });
    return true;
  }
  function keep(questions: readonly string[]): void {
    waiting = questions;
    report({ type: 'undelivered', questions });
  }

  return {
    ask(question, interrupted) {
      if (!interrupted) return sendQuestion(question);
      keep([...waiting, question]);
      return true;
    },
    withdraw: (question) => keep(waiting.filter((other) => other !== question)),
    deliver() {
      const sent = waiting.findIndex((question) => !sendQuestion(question));
      if (waiting.length > 0) keep(sent < 0 ? [] : waiting.slice(sent));
    },
    typing() {
      if (performance.now() - toldTyping < TELL_TYPING_MS) return;
      toldTyping = performance.now();
      trySend({ type: 'add-message', message: { role: 'system', content: TYPING }, triggerResponseEnabled: false });
    },
  };
}
