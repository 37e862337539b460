import type { WebSocket } from 'ws';
import type { KeyRole } from '../api/api-key.ts';
import type { SigningKey } from '../auth/signing-key.ts';
import { nameOf, notAllowed, openChannel, type Channel, type Message } from './channel.ts';
import { readFrame, writeFrame, type Frame } from './frames.ts';
import { listenerOf } from './listener.ts';
import type { Listener } from './may-hear.ts';

/** A client that is connected. */
export interface Connection {
  /** Sends a message to the channels for which it is. */
  deliver(message: Message): void;
  /** Ends all of its channels. */
  stop(): void;
}

export interface Services {
  key: SigningKey;
  mayHear: (name: string, listener: Listener) => Promise<boolean>;
}

/** What a client is answered. */
interface Answer {
  status: 'ok' | 'error';
  response: object;
}

const OK: Answer = { status: 'ok', response: {} };
const refused = (reason: string): Answer => ({ status: 'error', response: { reason } });

/** The most channels of a connection. */
const CHANNELS = 20;
/** The most messages of a client that wait to be answered. */
const UNANSWERED = 100;
/** What waits for a client that does not read it (bytes). */
const UNREAD = 1024 * 1024;

/**
 * Answers a client.
 *
 * @param keyRole of the key with which it has connected
 */
export function answerConnection(socket: WebSocket, keyRole: KeyRole, { key, mayHear }: Services): Connection {
  const channels = new Map<string, Channel>();
  /** Its messages are answered one after the other: one could change what the next one means. */
  let work = Promise.resolve();
  let unanswered = 0;

  function send(frame: string): void {
    if (socket.bufferedAmount > UNREAD) socket.terminate();
    else socket.send(frame);
  }

  function leave(topic: string): void {
    channels.get(topic)?.stop();
    channels.delete(topic);
  }

  async function join({ topic, joinRef, payload }: Frame): Promise<Answer> {
    const name = nameOf(topic);
    const isPrivate = (payload['config'] as { private?: unknown } | undefined)?.private === true;
    leave(topic);
    if (!topic.startsWith('realtime:') || name === '')
      return refused('TopicNameRequired: You must provide a topic name');
    if (channels.size >= CHANNELS) return refused('ChannelRateLimitReached: Too many channels');
    const heard = listenerOf(payload['access_token'], keyRole, key);
    if ('refused' in heard) return refused(heard.refused);
    if (isPrivate && !(await mayHear(name, heard.listener))) return refused(`Unauthorized: ${notAllowed(name)}`);
    const onClose = () => channels.delete(topic);
    const channel = openChannel({ topic, joinRef, isPrivate, mayHear, send, onClose });
    channel.listen(heard.listener, heard.until);
    channels.set(topic, channel);
    return { status: 'ok', response: { postgres_changes: [] } };
  }

  /** A client sends a new token to each of its channels. */
  async function renew({ topic, payload }: Frame): Promise<void> {
    const channel = channels.get(topic);
    const token = payload['access_token'];
    if (!channel || typeof token !== 'string' || token.startsWith('sb_')) return;
    const heard = listenerOf(token, keyRole, key);
    if ('refused' in heard) channel.close(heard.refused);
    else if (channel.isPrivate && !(await mayHear(channel.name, heard.listener)))
      channel.close(`You no longer have permission to read from this Channel topic: ${channel.name}`);
    else channel.listen(heard.listener, heard.until);
  }

  async function answerTo(frame: Frame): Promise<Answer | undefined> {
    switch (frame.event) {
      case 'heartbeat':
        return OK;
      case 'phx_join':
        return join(frame);
      case 'phx_leave':
        leave(frame.topic);
        return OK;
      case 'access_token':
        await renew(frame);
        return undefined;
      default:
        // Only the database sends.
        return refused('Clients cannot send here.');
    }
  }

  async function answer(frame: Frame): Promise<void> {
    const payload = await answerTo(frame);
    const { joinRef, ref, topic } = frame;
    if (payload) send(writeFrame({ joinRef, ref, topic, event: 'phx_reply', payload: { ...payload } }));
  }

  socket.on('message', (data: Buffer, isBinary) => {
    // What a client wants to broadcast is binary. It is ignored, as on a hosted project without a policy for it.
    const frame = isBinary ? undefined : readFrame(data.toString());
    if (!frame) return;
    unanswered += 1;
    if (unanswered > UNANSWERED) socket.terminate();
    else
      work = work
        .then(() => answer(frame))
        .catch(() => socket.terminate())
        .finally(() => (unanswered -= 1));
  });

  return {
    deliver(message) {
      for (const channel of channels.values())
        if (channel.name === message.topic && channel.isPrivate === message.private) channel.deliver(message);
    },
    stop() {
      for (const topic of channels.keys()) leave(topic);
    },
  };
}
