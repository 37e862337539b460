import type { Server } from 'node:http';
import type { AstroIntegration } from 'astro';
import { receiveConnections } from './pass-connections.ts';

/** The server that answers now: Vite makes another one when its settings change. */
let answering: Server | undefined;

/**
 * Ties Astro to the process that started it with a channel for messages (build-site.ts). The dev server tells it once it
 * listens, and answers the connections that it passes on. Without a channel, as under a plain `astro dev`, this does
 * nothing.
 */
export function parentProcess(): AstroIntegration {
  return {
    name: 'parent-process',
    hooks: {
      'astro:config:setup'({ command, isRestart }) {
        if (!process.send || isRestart) return;
        // The parent was killed, so nothing else would stop this process.
        process.on('disconnect', () => process.exit(1));
        if (!process.connected) process.exit(1);
        if (command === 'dev') receiveConnections(() => answering);
        // Otherwise a build that is done would wait for its parent.
        else process.channel?.unref();
      },
      'astro:server:setup'({ server }) {
        const made = server.httpServer as Server | null;
        made?.once('listening', () => (answering = made));
      },
      'astro:server:start': () => void process.send?.('listens'),
    },
  };
}
