import { readLines } from '../../daily/read-lines.ts';
import type { Down, Entered, Entering, Up } from '../signals.ts';

/** The messages between a page and the room that it is in. */
export interface Signaling {
  /** Sends a message, after all earlier ones. Without a network, it waits for one. */
  send(message: Up): void;
  /** Leaves, whatever happens to the page now. */
  leave(): void;
}

/** Handles what comes from the room. */
export interface Listener {
  hear: (signal: Down) => void;
  /** The connection is lost; it is tried again. */
  interrupted: () => void;
  /** It is back: nothing was lost. */
  resumed: () => void;
  /** It is lost for good. */
  lost: () => void;
}

/** How long the connection may be lost (milliseconds): the room then removes whoever is silent. */
const LONGEST_LOSS_MS = 20_000;
const TRY_AGAIN_MS = 500;
const ENTER_WITHIN_MS = 10_000;
/** The room sends something every second. */
const SILENCE_MS = 8000;
/** The room takes 64 KB at a time, which is more than these descriptions have. */
const AT_A_TIME = 6;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

// Without a content type, the request needs no CORS preflight.
const post = (address: string, body: object, init: RequestInit = {}) =>
  fetch(address, { method: 'POST', body: JSON.stringify(body), ...init });

/** Asks to be let in. Rejects when the room can't be reached. */
export async function enter(room: string, entering: Entering): Promise<Entered> {
  const response = await post(`${room}/enter`, entering, { signal: AbortSignal.timeout(ENTER_WITHIN_MS) });
  return (await response.json()) as Entered;
}

/** Opens the messages of somebody who has entered. */
export function openSignaling(room: string, id: string, key: string, listener: Listener): Signaling {
  const left = new AbortController();
  let heard = 0;
  /** Not yet taken by the room, the oldest first, which has this number. */
  const unsent: Up[] = [];
  let first = 0;
  let isSending = false;
  let wasInterrupted = false;

  /** One connection, until it ends. */
  async function listenOnce(): Promise<void> {
    const connection = new AbortController();
    const stop = () => connection.abort();
    let silence = setTimeout(stop, SILENCE_MS);
    window.addEventListener('offline', stop);
    left.signal.addEventListener('abort', stop);
    try {
      const response = await fetch(`${room}/signals?id=${id}&key=${key}&after=${heard}`, { signal: connection.signal });
      if (!response.ok) return;
      if (wasInterrupted) listener.resumed();
      wasInterrupted = false;
      await readLines(response, (line) => {
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
        if (line === '' || left.signal.aborted) return;
        heard += 1;
        listener.hear(JSON.parse(line) as Down);
      });
    } catch {
      // The connection has ended, as it does without an error.
    } finally {
      clearTimeout(silence);
      window.removeEventListener('offline', stop);
      left.signal.removeEventListener('abort', stop);
    }
  }

  async function listen(): Promise<void> {
    let lostAt = Date.now();
    while (Date.now() - lostAt < LONGEST_LOSS_MS) {
      const before = heard;
      await listenOnce();
      if (left.signal.aborted) return;
      if (!wasInterrupted || heard > before) {
        lostAt = Date.now();
        listener.interrupted();
      }
      wasInterrupted = true;
      await wait(TRY_AGAIN_MS);
    }
    if (!left.signal.aborted) listener.lost();
  }

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (unsent.length > 0 && !left.signal.aborted) {
      const messages = unsent.slice(0, AT_A_TIME);
      try {
        await post(`${room}/messages`, { id, key, first, messages }, { signal: left.signal });
        unsent.splice(0, messages.length);
        first += messages.length;
      } catch {
        await wait(TRY_AGAIN_MS);
      }
    }
    isSending = false;
  }

  void listen();
  return {
    send(message) {
      unsent.push(message);
      void flush();
    },
    leave() {
      if (left.signal.aborted) return;
      left.abort();
      // keepalive: the request is still sent if the page is closed now.
      const messages = [...unsent, { leave: true }];
      post(`${room}/messages`, { id, key, first, messages }, { keepalive: true }).catch(() => undefined);
    },
  };
}
