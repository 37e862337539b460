import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

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
      async 'astro:config:setup'({ command, config, addMiddleware, injectScript, updateConfig }) {
        if (command !== 'dev') return;
        // Here, so that a build does not need the packages of the editor.
        const [{ beginSession }, { markTextLines }] = await Promise.all([
          import('./page/session.ts'),
          import('./page/text-lines.ts'),
        ]);
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
      async 'astro:server:setup'({ server, refreshContent }) {
        const [{ editSession }, { reloadsOf }, { editRoutes, ROUTE }] = await Promise.all([
          import('./page/session.ts'),
          import('./server/reloads.ts'),
          import('./server/routes.ts'),
        ]);
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
