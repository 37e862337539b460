import { writeFrame, type Frame } from './frames.ts';
import type { Listener } from './may-hear.ts';

/** A message of realtime.messages. */
export interface Message {
  id: string;
  topic: string;
  event: string;
  payload: object;
  private: boolean;
}

/** A topic that a client has joined. */
export interface Channel {
  /** The topic's name in the database. */
  name: string;
  isPrivate: boolean;
  /** From now on, this is the one who listens. */
  listen(listener: Listener, until: number): void;
  /** Sends a message, unless the one who listens may no longer hear it. */
  deliver(message: Message): void;
  /** Ends it with a reason, which the client is told. */
  close(reason: string): void;
  /** Ends it without a word. */
  stop(): void;
}

interface Joined {
  topic: string;
  joinRef: string | null;
  isPrivate: boolean;
  /** Asks the database. */
  mayHear: (name: string, listener: Listener) => Promise<boolean>;
  send: (frame: string) => void;
  /** Called when it has ended by itself. */
  onClose: () => void;
}

export const nameOf = (topic: string): string => topic.replace(/^realtime:/, '');

export const notAllowed = (name: string): string =>
  `You do not have permissions to read from this Channel topic: ${name}`;

/** Opens a channel for somebody who may hear it. */
export function openChannel({ topic, joinRef, isPrivate, mayHear, send, onClose }: Joined): Channel {
  const name = nameOf(topic);
  let current: Listener = { role: 'anon' };
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let waiting: Message[] = [];
  let isDelivering = false;

  const push = (event: string, payload: Frame['payload'], ref: string | null = null) =>
    send(writeFrame({ joinRef, ref, topic, event, payload }));

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    waiting = [];
  }

  function close(reason: string): void {
    if (isOver) return;
    stop();
    push('system', { extension: 'system', status: 'error', message: reason, channel: name });
    push('phx_close', {}, joinRef);
    onClose();
  }

  /**
   * Each message is sent only after the database has said that the listener may hear it, so whoever was removed, or has
   * signed out, hears nothing from that moment on. What arrives during a question waits for the next one.
   */
  async function deliverAll(): Promise<void> {
    isDelivering = true;
    while (waiting.length > 0) {
      const messages = waiting;
      waiting = [];
      if (isPrivate && !(await mayHear(name, current))) {
        close(notAllowed(name));
        break;
      }
      // It may have been closed meanwhile.
      if (isOver) break;
      for (const { id, event, payload } of messages)
        push('broadcast', { type: 'broadcast', event, payload, meta: { id } });
    }
    isDelivering = false;
  }

  return {
    name,
    isPrivate,
    listen(listener, until) {
      current = listener;
      clearTimeout(timer);
      if (until === Infinity) return;
      timer = setTimeout(() => close('Token has expired'), until - Date.now());
      timer.unref();
    },
    deliver(message) {
      if (isOver) return;
      waiting.push(message);
      if (!isDelivering) void deliverAll();
    },
    close,
    stop,
  };
}
