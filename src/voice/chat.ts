import agent from 'copy:agent';
import type { CallEvent, Lead, TranscriptLine } from './call-events.ts';
import type { CallSession } from './call-session.ts';
import { variablesOf } from './variables.ts';
import { ChatRefused, endChat, sendMessage, type Answer } from './chat-request.ts';
import { detailOf } from './failure.ts';
import { forgetChat, keepChat, keptChat, type KeptChat } from './kept-chat.ts';
import { voiceProvider } from './provider.ts';

/** A chat ends after this long (milliseconds). At the provider, it expires by then. */
export const LONGEST_CHAT_MS = 30 * 60_000;
/** After this long without an answer the visitor is told (milliseconds). */
const LATE_AFTER_MS = 10_000;
/** The pause before a message is sent again doubles, from the first value to the second (milliseconds). */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

/** Statuses that a second try may not have. */
const isPassing = (error: unknown) => !(error instanceof ChatRefused) || error.status === 429 || error.status >= 500;

/**
 * Starts a chat with the agent, or goes on with the one that this tab has kept. It reports the events of a call that
 * apply to it; the last one is either `ended` or `failed`.
 */
export function startChat(lead: Lead, report: (event: CallEvent) => void): CallSession {
  return new Chat({ lead, since: Date.now(), lines: [GREETING], waiting: [] }, report);
}
const GREETING: TranscriptLine = { speaker: 'assistant', text: agent.firstMessage, partial: false };

/** Goes on with the chat that this tab has kept, if there is one. See {@link startChat}. */
export function resumeChat(report: (event: CallEvent) => void): { lead: Lead; session: CallSession } | undefined {
  const kept = keptChat();
  // One whose time is over is not shown: the next person in this tab must not read it.
  if (kept && kept.since + LONGEST_CHAT_MS > Date.now()) return { lead: kept.lead, session: new Chat(kept, report) };
  forgetChat();
  return undefined;
}

class Chat implements CallSession {
  readonly #report: (event: CallEvent) => void;
  readonly #provider = voiceProvider();
  readonly #limit: ReturnType<typeof setTimeout>;
  readonly #listening = new AbortController();
  #chat: KeptChat;
  #over = false;
  #sending = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE_MS;

  constructor(chat: KeptChat, report: (event: CallEvent) => void) {
    this.#chat = chat;
    this.#report = report;
    const { signal } = this.#listening;
    this.#limit = setTimeout(
      () => this.#finish({ type: 'ended', reason: 'time-limit' }),
      Math.max(0, chat.since + LONGEST_CHAT_MS - Date.now()),
    );
    window.addEventListener('online', () => void this.#send(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#catchUp(), { signal });
    // Whoever starts it gets the session first.
    queueMicrotask(() => {
      this.#emit({ type: 'live' });
      this.#show();
      void this.#send();
    });
  }

  readonly stop = (): void => this.#finish({ type: 'ended', reason: 'visitor' });
  readonly setMuted = (): void => undefined;
  readonly typing = (): void => undefined;

  readonly ask = (question: string): boolean => {
    if (this.#over) return false;
    this.#change({ waiting: [...this.#chat.waiting, question] });
    void this.#send();
    return true;
  };

  readonly withdraw = (question: string): void =>
    this.#change({ waiting: this.#chat.waiting.filter((other) => other !== question) });

  /** Sends what waits, one after the other: the answer to each belongs to what was said before. */
  async #send(): Promise<void> {
    const [question] = this.#chat.waiting;
    if (question === undefined || this.#sending || this.#over) return;
    this.#sending = true;
    clearTimeout(this.#retry);
    const late = setTimeout(() => this.#emit({ type: 'late', late: true }), LATE_AFTER_MS);
    this.#emit({ type: 'speaking', speaker: 'assistant', speaking: true });
    let waits = false;
    try {
      const { answer } = await sendMessage(this.#provider, this.#messageOf(question));
      this.#pause = FIRST_PAUSE_MS;
      this.#emit({ type: 'network', quality: 'good' });
      this.#add({ speaker: 'visitor', text: question, partial: false });
      // It may have been withdrawn meanwhile, and was delivered all the same.
      const at = this.#chat.waiting.indexOf(question);
      if (at >= 0) this.#change({ waiting: this.#chat.waiting.toSpliced(at, 1) });
      await this.#hear(answer);
    } catch (error) {
      console.warn('The message could not be sent:', detailOf(error));
      waits = isPassing(error);
      if (waits) this.#sendLater();
      else this.#finish({ type: 'failed', kind: 'provider-refused', detail: detailOf(error) });
    }
    clearTimeout(late);
    this.#emit({ type: 'late', late: false });
    this.#emit({ type: 'speaking', speaker: 'assistant', speaking: false });
    this.#sending = false;
    if (this.#isOver()) this.#endAtProvider();
    else if (!waits) await this.#send();
  }

  #sendLater(): void {
    this.#emit({ type: 'network', quality: 'interrupted' });
    this.#retry = setTimeout(() => void this.#send(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS);
  }

  #messageOf(input: string) {
    const { lead, session, since } = this.#chat;
    return {
      input,
      // The id says whose address gets the summary.
      assistantOverrides: {
        variableValues: { ...variablesOf(lead), leadId: lead.id },
      },
      ...(session === undefined
        ? { sessionExpirationSeconds: Math.max(60, Math.round((since + LONGEST_CHAT_MS - Date.now()) / 1000)) }
        : { sessionId: session }),
    };
  }

  async #hear(answer: Promise<Answer>): Promise<void> {
    let isAnswered = false;
    try {
      const { sessionId, text, actions } = await answer;
      isAnswered = text !== '' || actions.length > 0;
      if (sessionId !== undefined && sessionId !== this.#chat.session) this.#change({ session: sessionId });
      if (text !== '') this.#add({ speaker: 'assistant', text, partial: false });
      for (const action of actions) this.#emit({ type: 'action', action });
    } catch (error) {
      console.warn('The answer broke off:', detailOf(error));
    }
    this.#emit({ type: 'broken', broken: !isAnswered });
  }

  #add(line: TranscriptLine): void {
    this.#change({ lines: [...this.#chat.lines, line] });
    this.#emit({ type: 'transcript', ...line });
  }

  #change(change: Partial<KeptChat>): void {
    this.#chat = { ...this.#chat, ...change };
    if (!this.#over) keepChat(this.#chat);
    if (change.waiting) this.#emit({ type: 'undelivered', questions: change.waiting });
  }

  #show(): void {
    for (const line of this.#chat.lines) this.#emit({ type: 'transcript', ...line });
    this.#change({ waiting: this.#chat.waiting });
  }

  /** The visitor is back on a page that the browser has kept, and may have gone on with the chat on another one. */
  #catchUp(): void {
    const kept = keptChat();
    if (!kept) {
      // Ended there.
      delete this.#chat.session;
      this.stop();
    } else if (kept.lead.id !== this.#chat.lead.id) {
      // Somebody else began another one there, which neither sees nor gets anything of this one.
      this.#over = true;
      clearTimeout(this.#retry);
      location.reload();
    } else {
      const known = this.#chat.lines.length;
      this.#chat = kept;
      for (const line of kept.lines.slice(known)) this.#emit({ type: 'transcript', ...line });
      this.#change({ waiting: kept.waiting });
    }
  }

  /** Reads the field anew after an await, where TypeScript would have narrowed it. */
  #isOver(): boolean {
    return this.#over;
  }

  #emit(event: CallEvent): void {
    if (!this.#over) this.#report(event);
  }

  #finish(event: CallEvent): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#limit);
    clearTimeout(this.#retry);
    this.#listening.abort();
    forgetChat();
    this.#endAtProvider();
    this.#report(event);
  }

  /** The answer to the first message tells the session, maybe after the end. */
  #endAtProvider(): void {
    const { session } = this.#chat;
    if (session === undefined) return;
    delete this.#chat.session;
    endChat(this.#provider, session);
  }
}
