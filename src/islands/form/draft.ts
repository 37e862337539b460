import type { TextValues } from './form-values.ts';

/** What the visitor typed into a form, and what was last sent. */
interface Stored {
  values: TextValues;
  /** The name of the chosen file: the file itself can't be stored. */
  file: string | undefined;
  sent: Sent | undefined;
}

/** The last sent values and their id. */
interface Sent {
  id: string;
  values: string;
  /** Identifies what was sent with the values, for example a file; '' for nothing. */
  beside: string;
}

/** A form's content, kept in this tab until it is sent; it survives a closed dialog and a reload. */
export interface Draft {
  values(): TextValues;
  save(values: TextValues): void;
  file(): string | undefined;
  saveFile(name: string | undefined): void;
  /**
   * The id to send the values under. It is the same as last time if nothing has changed, so that a retry after a lost
   * answer is recognized, even if the file that belongs to them is omitted now. Otherwise it is a new id, so that the
   * change is stored, too.
   *
   * @param beside identifies what is sent with the values; '' for nothing
   */
  idFor(values: TextValues, beside: string): string;
  /** Makes the next id a new one, whatever is sent. */
  forgetId(): void;
  /** Makes a forgotten id the one for these values again, unless something else was sent since. */
  restoreId(id: string, values: TextValues, beside: string): void;
  /** Forgets everything, once the request is stored. */
  clear(): void;
  /** The stored draft as text, which differs after every change. Null if there is none. */
  written(): string | null;
}

/** A random UUID, also on plain http where crypto.randomUUID is missing. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
}

/** What is text in a stored value: it may come from another version of the site, and have any shape. */
const textsIn = (stored: unknown): Partial<TextValues> =>
  Object.fromEntries(Object.entries(Object(stored) as TextValues).filter(([, value]) => typeof value === 'string'));

/** The draft of a form. */
export function openDraft(form: string): Draft {
  // src/browser/page.ts reads this key, too.
  const key = `${form}-draft`;

  function read(): Stored {
    let stored: Partial<Record<keyof Stored, unknown>> = {};
    try {
      stored = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}')) as typeof stored;
    } catch {
      // Storage is switched off: there is no draft.
    }
    const { id, values, beside } = textsIn(stored.sent);
    return {
      values: textsIn(stored.values) as TextValues,
      file: textsIn(stored)['file'],
      sent: id && values && beside !== undefined ? { id, values, beside } : undefined,
    };
  }
  function write(change: Partial<Stored>): void {
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...read(), ...change }));
    } catch {
      // Storage is switched off or full: the form itself still holds everything.
    }
  }
  // Also in memory: retries must work even if storage fails.
  let sent = read().sent;

  return {
    values: () => read().values,
    save: (values) => write({ values }),
    file: () => read().file,
    saveFile: (file) => write({ file }),
    idFor(typed, beside) {
      const values = JSON.stringify(typed);
      if (sent?.values === values && (beside === sent.beside || beside === '')) return sent.id;
      sent = { id: uuid(), values, beside };
      write({ sent });
      return sent.id;
    },
    forgetId() {
      sent = undefined;
      write({ sent });
    },
    restoreId(id, values, beside) {
      if (sent) return;
      sent = { id, values: JSON.stringify(values), beside };
      write({ sent });
    },
    clear() {
      sent = undefined;
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Storage is switched off: nothing was stored.
      }
    },
    written() {
      try {
        return sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
  };
}
