import type { AstroIntegration } from 'astro';

/**
 * Ties Astro to the process that started it with a channel for messages (build-site.ts). Once the dev server listens, it
 * sends its port. Without a channel, as under a plain `astro dev`, this does nothing.
 */
export function parentProcess(): AstroIntegration {
  return {
    name: 'parent-process',
    hooks: {
      'astro:config:setup'({ isRestart }) {
        if (!process.send || isRestart) return;
        // The parent was killed, so nothing else would stop this process.
        process.on('disconnect', () => process.exit(1));
        if (!process.connected) process.exit(1);
        // Otherwise a build that is done would wait for its parent.
        process.channel?.unref();
      },
      'astro:server:start': ({ address }) => void process.send?.(address.port),
    },
  };
}
