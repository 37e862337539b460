import type { HotPayload, ViteDevServer } from 'vite';

/** Holds back messages to open pages while an edit is tried out. */
export interface Reloads {
  /** Delays page reloads until the work is done, then reloads once: with the edit, or with the restored file. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps the error of our own test request from being shown over open pages. */
  hush(message: string): void;
}

/** The number of errors to remember. */
const HUSHED = 20;

/** Intercepts the dev server's messages to open pages, as Astro itself does to enhance errors. */
export function reloadsOf(server: ViteDevServer): Reloads {
  let holding = 0;
  let held: HotPayload | undefined;
  const hushed: string[] = [];

  const isHushed = (payload: HotPayload) =>
    payload.type === 'error' && hushed.some((message) => payload.err.message.includes(message));
  const channels = new Set([server.environments.client.hot, server.ws]);
  const [first] = [...channels].map((channel) => {
    const send: (...payload: unknown[]) => void = channel.send.bind(channel);
    channel.send = (...args: unknown[]) => {
      const [payload] = args;
      if (typeof payload === 'object' && payload !== null) {
        const told = payload as HotPayload;
        if (isHushed(told)) return;
        if (holding > 0 && (told.type === 'full-reload' || told.type === 'error')) {
          if (told.type === 'full-reload') held = told;
          return;
        }
      }
      send(...args);
    };
    return send;
  });

  return {
    async hold(work) {
      holding++;
      try {
        return await work();
      } finally {
        holding--;
        if (holding === 0 && held) {
          first?.(held);
          held = undefined;
        }
      }
    },
    hush(message) {
      hushed.push(message);
      hushed.splice(0, hushed.length - HUSHED);
    },
  };
}
