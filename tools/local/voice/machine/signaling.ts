import { readLines } from '../../daily/read-lines.ts';
import type { Signal, SpokenTurn } from '../room.ts';

/** The messages between the machine and the room of its call. */
export interface Signaling {
  /** Sends a request to the room, after all earlier ones. Rejects if the room can't be reached. */
  post(path: string, body?: object): Promise<Response>;
  /** The same, but ignores errors. */
  tell(path: string, body?: object): void;
  /** Leaves the room after all requests are sent. */
  close(): void;
}

/** Handles the room's signals. */
export interface Listener {
  say: (turn: SpokenTurn) => void;
  hangUp: (endedReason: string) => void;
  /** The connection to the room is lost. */
  lost: () => void;
}

/**
 * Joins a room. The room ends the call when this connection breaks, which happens no matter how the page is closed.
 *
 * @param room where the conversation is (server.ts)
 */
export function openSignaling(room: string, listener: Listener): Signaling {
  const left = new AbortController();
  let isOver = false;
  let told: Promise<unknown> = Promise.resolve();

  function take(line: string): void {
    const signal = JSON.parse(line) as Signal;
    if ('say' in signal) listener.say(signal.say);
    else {
      isOver = true;
      listener.hangUp(signal.hangUp);
    }
  }

  async function listen(): Promise<void> {
    const response = await fetch(`${room}/signals`, { signal: left.signal });
    if (!response.ok) throw new Error(`The room answered with ${response.status}.`);
    await readLines(response, take);
  }

  function post(path: string, body?: object): Promise<Response> {
    // Without a content type, the request needs no CORS preflight.
    const init = { method: 'POST', ...(body && { body: JSON.stringify(body) }) };
    // keepalive: the request is still sent if the page is closed now.
    const posted = told.then(() => fetch(`${room}/${path}`, { ...init, keepalive: true }));
    told = posted.catch(() => undefined);
    return posted;
  }

  const disconnected = () => {
    if (!isOver && !left.signal.aborted) listener.lost();
  };
  void listen().then(disconnected, disconnected);

  return {
    post,
    tell(path, body) {
      if (!isOver) post(path, body).catch(() => undefined);
    },
    close: () => void told.then(() => left.abort()),
  };
}
