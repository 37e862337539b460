/** One turn in the provider's format. Times are milliseconds since 1970. */
export interface Message {
  role: 'user' | 'bot';
  message: string;
  time: number;
  endTime: number;
}

/** Who said what in a call. */
export interface Transcript {
  readonly messages: readonly Message[];
  hear(text: string): void;
  /** The agent starts a sentence of its turn; the sentences of a turn are one message. */
  speak(turn: number, sentence: string): void;
  /** The agent stops speaking. */
  pause(): void;
  /** One line per turn, in the provider's format. */
  text(): string;
}

/** More than a long call has. Who never stops asking must not fill the memory, nor a report that nobody can send. */
const MOST_CHARACTERS = 500_000;

const SPEAKERS = { user: 'User', bot: 'AI' };

export function openTranscript(): Transcript {
  const messages: Message[] = [];
  let speaking: { turn: number; message: Message } | undefined;
  let length = 0;

  /** Whether this is still written down. */
  const fits = (text: string) => {
    length += text.length;
    return length <= MOST_CHARACTERS;
  };
  function add(role: Message['role'], message: string): Message {
    const time = Date.now();
    const added = { role, message, time, endTime: time };
    messages.push(added);
    return added;
  }
  function pause(): void {
    if (speaking) speaking.message.endTime = Date.now();
    speaking = undefined;
  }

  return {
    messages,
    hear(text) {
      pause();
      // On one line, so that a caller can't fake a line of the agent.
      const said = text.replace(/\s+/g, ' ').trim();
      if (said && fits(said)) add('user', said);
    },
    speak(turn, sentence) {
      if (!fits(sentence)) return;
      if (speaking?.turn === turn) speaking.message.message += ` ${sentence}`;
      else {
        pause();
        speaking = { turn, message: add('bot', sentence) };
      }
    },
    pause,
    text: () => messages.map(({ role, message }) => `${SPEAKERS[role]}: ${message}\n`).join(''),
  };
}
