import type { Lead, TranscriptLine } from './call-events.ts';

/** An open chat, as this tab keeps it: it goes on after a reload and on other pages. */
export interface KeptChat {
  lead: Lead;
  /** When it began (milliseconds since 1970). */
  since: number;
  /** The provider's id of it, once something was asked. */
  session?: string;
  lines: readonly TranscriptLine[];
  /** What was asked and not delivered yet, oldest first. */
  waiting: readonly string[];
}

// src/browser/page.ts reads this key, too.
const KEY = 'voice-call';

/** Keeps the open chat. Without storage, it ends with the page. */
export function keepChat(chat: KeptChat): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chat));
  } catch {
    // Storage is switched off or full.
  }
}

/** Forgets the chat, which is over. */
export function forgetChat(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/**
 * Opens a tab from one that has a call. The new tab gets a copy of what this one keeps, so its call button knows of the
 * call at once.
 */
export function openDuringCall(url: string): void {
  try {
    sessionStorage.setItem(KEY, '{}');
  } catch {
    // Storage is switched off: the button knows when somebody points at it.
  }
  window.open(url, '_blank');
  forgetChat();
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isLine = (value: unknown): value is TranscriptLine => {
  const { speaker, text } = Object(value) as Partial<Record<keyof TranscriptLine, unknown>>;
  return (speaker === 'visitor' || speaker === 'assistant') && isText(text);
};

/** The open chat of this tab, or undefined. It may come from another version of the site, and have any shape. */
export function keptChat(): KeptChat | undefined {
  try {
    const stored = Object(JSON.parse(sessionStorage.getItem(KEY) ?? '{}')) as Partial<Record<keyof KeptChat, unknown>>;
    const { id, name, email } = Object(stored.lead) as Partial<Record<keyof Lead, unknown>>;
    const { since, session, lines, waiting } = stored;
    if (!isText(id) || !isText(name) || !isText(email) || typeof since !== 'number') return undefined;
    return {
      lead: { id, name, email },
      since,
      ...(isText(session) && { session }),
      lines: Array.isArray(lines) ? lines.filter(isLine) : [],
      waiting: Array.isArray(waiting) ? waiting.filter(isText) : [],
    };
  } catch {
    return undefined;
  }
}
