import type { IslandName } from '../../stores/island-name.ts';
import type { TextValues } from './form-values.ts';

/** What the visitor has typed into a form, and the id under which exactly this was last sent. */
interface Stored {
  values: TextValues;
  /** The name of a file that was chosen: the file itself can't be kept. */
  file?: string;
  sent?: Sent;
}

/** What was last sent, and under which id. */
interface Sent {
  id: string;
  values: string;
  /** What went with the values, for example a file; '' for nothing. */
  beside: string;
}

/** What is kept of a form in this tab until it is sent, also through a closed dialog or a reload. */
export interface Draft {
  values(): TextValues;
  save(values: TextValues): void;
  file(): string | undefined;
  saveFile(name: string | undefined): void;
  /**
   * The id to send the values under: the same as last time when nothing was changed since, so that a second try after a
   * lost answer is recognised, also when what should have gone with them is left out now; another one when something
   * was, so that the change is stored too.
   *
   * @param beside names what goes with the values; '' for nothing
   */
  idFor(values: TextValues, beside: string): string;
  /** The next id is another one, whatever is sent. */
  forgetId(): void;
  /** Forgets everything, once the request is stored. */
  clear(): void;
  /** What is kept, as it is written down: another one after every change. Null where there is nothing. */
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

/** The draft of a form. */
export function openDraft(form: IslandName): Draft {
  // src/browser/page.ts looks for it there.
  const key = `${form}-draft`;

  function read(): Stored {
    try {
      return { values: {}, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Stored>) };
    } catch {
      return { values: {} };
    }
  }
  function write(change: Partial<{ [Key in keyof Stored]: Stored[Key] | undefined }>): void {
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...read(), ...change }));
    } catch {
      // Storage is switched off or full: the form itself still holds everything.
    }
  }
  // In memory too: what was last sent must not depend on whether it could be written down.
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
    clear() {
      sent = undefined;
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was stored then.
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
