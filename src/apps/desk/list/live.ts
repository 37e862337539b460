import type { RealtimeChannel } from '@supabase/supabase-js';
import { atom } from 'nanostores';
import { client } from '../client.ts';
import type { Key } from '../requests.ts';

/** Whether the desk hears of changes by itself; otherwise it asks now and then. */
export const $live = atom<'starting' | 'on' | 'off'>('starting');

/** How often it asks (milliseconds). The bar says it in words. */
const POLL_MS = 30_000;
const TOPIC = 'desk';

/**
 * Listens to what is new or changed. A message has the kind and the id, nothing else.
 *
 * @param onChange called with what has changed, and whether it is gone; without it if anything may have
 * @returns a function that ends it
 */
export function listen(onChange: (key?: Key, isGone?: boolean) => void): () => void {
  let channel: RealtimeChannel | undefined;
  let isOver = false;
  let poll: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const hear = ({ event, payload }: { event: string; payload?: unknown }) => {
    const { kind, id } = Object(payload) as Partial<Record<keyof Key, unknown>>;
    if (typeof kind === 'string' && typeof id === 'string') onChange({ kind, id }, event === 'delete');
    else onChange();
  };
  const onStatus = (status: string) => {
    if (isOver) return;
    if (status === 'SUBSCRIBED') {
      $live.set('on');
      clearInterval(poll);
      poll = undefined;
      // What came while nobody listened.
      onChange();
      return;
    }
    $live.set('off');
    poll ??= setInterval(() => onChange(), POLL_MS);
    // After an error the client joins again by itself, but not after the channel was closed.
    if (status === 'CLOSED') again = setTimeout(join, POLL_MS);
  };
  const join = () => {
    channel = client()
      .channel(TOPIC, { config: { private: true } })
      .on('broadcast', { event: 'insert' }, hear)
      .on('broadcast', { event: 'update' }, hear)
      .on('broadcast', { event: 'delete' }, hear);
    const joined = channel;
    // The channel is asked for with the token of this session.
    void client()
      .realtime.setAuth()
      .finally(() => {
        if (!isOver) joined.subscribe(onStatus);
      });
  };

  join();
  return () => {
    isOver = true;
    clearInterval(poll);
    clearTimeout(again);
    if (channel) void client().removeChannel(channel);
    $live.set('starting');
  };
}
