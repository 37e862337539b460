import type { ViteDevServer } from 'vite';

/** What a page sends to the dev server: that it is there, or that a module can't take a hot update. */
interface PageMessage {
  type: 'ping' | 'custom';
  event?: 'vite:invalidate';
  data?: { path: string; firstInvalidatedBy?: string };
}

/** A message of a page without the words that it has for the terminal, which would obey them; undefined for any other. */
export function pageMessage(raw: string): PageMessage | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(raw);
  } catch {
    return undefined;
  }
  const { type, event, data } = Object(sent) as Record<string, unknown>;
  if (type === 'ping') return { type };
  if (type !== 'custom' || event !== 'vite:invalidate') return undefined;
  const { path, firstInvalidatedBy: first } = Object(data) as Record<string, unknown>;
  if (typeof path !== 'string' || (first !== undefined && typeof first !== 'string')) return undefined;
  return { type, event, data: { path, ...(first !== undefined && { firstInvalidatedBy: first }) } };
}

/**
 * Passes only messages of pages on to a dev server, which others would stop: it takes them for what its own script sends.
 * Whoever sends another one is disconnected.
 */
export function guardMessages({ ws }: ViteDevServer): void {
  ws.on('connection', (socket) => {
    const listeners = socket.listeners('message');
    socket.removeAllListeners('message');
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const message = isBinary ? undefined : pageMessage(data.toString());
      if (message) for (const listener of listeners) listener.call(socket, Buffer.from(JSON.stringify(message)), false);
      else socket.terminate();
    });
  });
}
