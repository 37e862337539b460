import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';

/** What a client hears of a topic. */
export interface Heard {
  channel: RealtimeChannel;
  /** The payloads of the messages so far. */
  messages: unknown[];
  /** The states of the channel so far. */
  states: string[];
  /** Resolves with its first state, and the reason if it was refused. */
  first: Promise<{ state: string; reason: string | undefined }>;
}

/** Has a client listen to a topic. */
export async function listenTo(client: SupabaseClient, topic = 'desk', isPrivate = true): Promise<Heard> {
  // supabase-js tells Realtime of a new token when somebody signs in, but not when they have shown a factor.
  await client.realtime.setAuth();
  const messages: unknown[] = [];
  const states: string[] = [];
  const channel = client.channel(topic, { config: { private: isPrivate } });
  channel.on('broadcast', { event: '*' }, ({ payload }) => void messages.push(payload));
  const first = new Promise<{ state: string; reason: string | undefined }>((done) => {
    channel.subscribe((state, error) => {
      states.push(state);
      done({ state, reason: error?.message });
    });
  });
  return { channel, messages, states, first };
}
