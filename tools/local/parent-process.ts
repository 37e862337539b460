import type { AstroIntegration } from 'astro';

/**
 * Ties Astro to the process that started it with a channel for messages (build-site.ts). The dev server sends one once
 * it listens at the port that it was given. Without a channel, as under a plain `astro dev`, this does nothing.
 */
export function parentProcess(): AstroIntegration {
  return {
    name: 'parent-process',
    hooks: {
      'astro:config:setup'({ isRestart, updateConfig }) {
        if (!process.send) return;
        // The parent announces this port. Vite would move to another one, and leave it to whoever took it.
        updateConfig({ vite: { server: { strictPort: true } } });
        if (isRestart) return;
        // The parent was killed, so nothing else would stop this process.
        process.on('disconnect', () => process.exit(1));
        if (!process.connected) process.exit(1);
        // Otherwise a build that is done would wait for its parent.
        process.channel?.unref();
      },
      'astro:server:start': () => void process.send?.('listening'),
    },
  };
}
