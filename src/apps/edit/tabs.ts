import { addressOf, textsAtAddress, type AddressedTexts } from '../../editing/core/place-address.ts';

/** Between the tabs of this origin. Nothing secret is sent. */
const CHANNEL = 'site-editor-places';
/** How long another tab may take to answer, in milliseconds. It may be in the background. */
const WAIT_MS = 400;

/** A tab asks whether another can open texts, and another answers that it has. */
type Message = { ask: string; texts: string } | { done: string };

const isMessage = (data: unknown): data is Message => typeof data === 'object' && data !== null;

/** Has a tab where somebody is signed in open texts. Resolves to whether one has. */
export function openElsewhere(texts: AddressedTexts): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  const id = crypto.randomUUID();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), WAIT_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isMessage(data) || !('done' in data) || data.done !== id) return;
      clearTimeout(timer);
      resolve(true);
    });
    channel.postMessage({ ask: id, texts: addressOf(texts) } satisfies Message);
  }).finally(() => channel.close());
}

/**
 * Opens texts that other tabs ask for.
 *
 * @returns a function that ends it
 */
export function openForOthers(open: (texts: AddressedTexts) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data) || !('ask' in data)) return;
    const texts = typeof data.texts === 'string' ? textsAtAddress(data.texts) : undefined;
    if (!texts) return;
    open(texts);
    channel.postMessage({ done: data.ask } satisfies Message);
  });
  return () => channel.close();
}

/**
 * Closes a tab whose texts were opened in another as soon as the next click in a preview opens one more: one that says so
 * is enough. Browsers allow it for tabs that a page has opened.
 *
 * @returns a function that ends it
 */
export function closeAfterNext(close = () => window.close()): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data) && 'ask' in data) close();
  });
  return () => channel.close();
}
