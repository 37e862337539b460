import type { ContactRequest } from '../../backend/contact-submission.ts';

const KEY = 'consultation-draft';

/** What the visitor has typed, and the id under which exactly this was last sent. */
interface Draft {
  values: ContactRequest;
  sent?: { id: string; content: string };
}

/** Stands in for the stored one where storage is switched off. */
let lastSent: Draft['sent'];

function read(): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is switched off or full: the form itself still holds everything.
  }
}

/** What was typed in this tab and not yet sent. */
export const savedValues = (): Partial<ContactRequest> => read()?.values ?? {};

/** Keeps what is typed until it is sent, also through a closed dialog or a reload. */
export function saveValues(values: ContactRequest): void {
  write({ ...read(), values });
}

/** Forgets the draft, once the request is stored. */
export function clearDraft(): void {
  lastSent = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored then.
  }
}

/** A random UUID, also on plain http where crypto.randomUUID is missing. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
}

/**
 * The id to send these values under: the same as last time when nothing was changed since, so that a second try
 * after a lost answer is recognised; another one when they were, so that the change is stored too.
 */
export function idFor(values: ContactRequest): string {
  const content = JSON.stringify(values);
  const sent = read()?.sent ?? lastSent;
  if (sent?.content === content) return sent.id;
  lastSent = { id: uuid(), content };
  write({ values, sent: lastSent });
  return lastSent.id;
}
