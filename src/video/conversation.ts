import { addLine, type Caption } from '../voice/captions.ts';
import type { ChatMessage, SpokenCaption } from './meeting-state.ts';
import type { Participant } from './people.ts';

/** More than anybody reads again: an endless meeting, or a flood of messages, must not fill the memory and the page. */
const MOST_MESSAGES = 200;
/** Of one person; nobody types more. The others are not shown. */
const MOST_A_SECOND = 10;

/** Who wrote or said something, as they were then: they may have left. */
type Author = Pick<Participant, 'id' | 'name' | 'local' | 'host'>;

/** What was written and said in a call. */
export class Conversation {
  messages: readonly ChatMessage[] = [];
  #lines: readonly Caption<string>[] = [];
  readonly #speakers = new Map<string, Author>();
  /** When each person last wrote. */
  readonly #times = new Map<string, readonly number[]>();
  #count = 0;

  get captions(): readonly SpokenCaption[] {
    return this.#lines.map(({ speaker, text, partial }) => {
      const { name = '', host = false } = this.#speakers.get(speaker) ?? {};
      return { personId: speaker, name, host, text, final: !partial };
    });
  }

  write({ id, name, local, host }: Author, text: string): void {
    const at = Date.now();
    const recent = (this.#times.get(id) ?? []).filter((time) => time > at - 1000);
    if (recent.length >= MOST_A_SECOND) return;
    this.#times.set(id, [...recent, at]);
    const message = { id: ++this.#count, from: name, own: local, host, text, at };
    this.messages = [...this.messages, message].slice(-MOST_MESSAGES);
  }

  speak(from: Author, text: string, final: boolean): void {
    this.#speakers.set(from.id, from);
    this.#lines = addLine(this.#lines, { speaker: from.id, text, partial: !final });
  }
}
