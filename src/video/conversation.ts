import { addLine, type Caption } from '../voice/captions.ts';
import type { ChatMessage, SpokenCaption } from './meeting-state.ts';

/** More than a meeting has: an endless one must not fill the memory. */
const MOST_MESSAGES = 1000;

/** What was written and said in a call. */
export class Conversation {
  messages: readonly ChatMessage[] = [];
  #lines: readonly Caption<string>[] = [];
  /** The names of the speakers, who may have left. */
  readonly #names = new Map<string, string>();
  #count = 0;

  get captions(): readonly SpokenCaption[] {
    return this.#lines.map(({ speaker, text, partial }) => ({
      personId: speaker,
      name: this.#names.get(speaker) ?? '',
      text,
      final: !partial,
    }));
  }

  write(from: string, own: boolean, text: string): void {
    const message = { id: String(++this.#count), from, own, text, at: Date.now() };
    this.messages = [...this.messages, message].slice(-MOST_MESSAGES);
  }

  speak(personId: string, name: string, text: string, final: boolean): void {
    this.#names.set(personId, name);
    this.#lines = addLine(this.#lines, { speaker: personId, text, partial: !final });
  }
}
