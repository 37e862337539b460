import type { Signal, SpokenTurn } from '../room.ts';

/** What the machine and the room of its call tell each other. */
export interface Signaling {
  /** Tells the room something, after everything that it was told before. Rejects when it can't be reached. */
  post(path: string, body?: object): Promise<Response>;
  /** The same where nothing is left to do when it fails. */
  tell(path: string, body?: object): void;
  /** Leaves the room, when it was told everything. */
  close(): void;
}

/** What a machine does about signals of the room. */
export interface Listener {
  say: (turn: SpokenTurn) => void;
  hangUp: (endedReason: string) => void;
  /** The room can't be reached any more. */
  lost: () => void;
}

/**
 * Joins a room. The connection is what the room knows the page by: it takes a call for over when that breaks, and a page
 * breaks it whichever way it goes.
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
    if (!response.ok || !response.body) throw new Error(`The room answered with ${response.status}.`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    }
  }

  function post(path: string, body?: object): Promise<Response> {
    // Without a type of its own, the body needs no permission that the browser would ask for first.
    const init = { method: 'POST', ...(body && { body: JSON.stringify(body) }) };
    // A page that is closed now may still say this.
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
