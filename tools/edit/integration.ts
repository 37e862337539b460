import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { beginSession, editSession } from './page/session.ts';
import { markTextLines } from './page/text-lines.ts';
import { reloadsOf } from './server/reloads.ts';
import { editRoutes, ROUTE } from './server/routes.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The cookie that requests pages for editing. */
const COOKIE = /(?:^|;\s*)site-editing=on(?:;|$)/;

/**
 * Adds the in-page editor to `astro dev`. It does nothing in a build.
 */
export function editor(): AstroIntegration {
  return {
    name: 'editor',
    hooks: {
      'astro:config:setup'({ command, config, addMiddleware, injectScript, updateConfig }) {
        if (command !== 'dev') return;
        const root = fileURLToPath(config.root);
        beginSession(root, randomBytes(24).toString('base64url'));
        addMiddleware({ order: 'pre', entrypoint: here('page/middleware.ts') });
        injectScript('page', `import ${JSON.stringify(here('../../src/editing/client/main.tsx'))};`);
        // Dependencies that Vite discovers on the first page load would make it load that page twice.
        updateConfig({ vite: { optimizeDeps: { include: ['nanostores', '@nanostores/react'] } } });
        const { processor } = config.markdown;
        if (processor.name === 'satteri' && 'hastPlugins' in processor.options)
          (processor.options.hastPlugins as unknown[]).push(markTextLines(root));
      },
      'astro:server:setup'({ server, refreshContent }) {
        const { requests } = editSession();
        const routes = editRoutes({
          reloads: reloadsOf(server),
          refresh: async () => refreshContent?.({}),
          forget: (path) => server.moduleGraph.onFileChange(path),
          origin: () => server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '',
        });
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith(ROUTE)) return void routes(request, response);
          return requests.run({ editing: COOKIE.test(request.headers.cookie ?? '') }, next);
        });
      },
    },
  };
}
