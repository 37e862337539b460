import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The cookie that requests pages for editing. */
const COOKIE = /(?:^|;\s*)site-editing=on(?:;|$)/;

/**
 * Adds the in-page editor to `astro dev`. It does nothing in a build.
 */
export function editor(): AstroIntegration {
  let siteUrl: string | undefined;
  return {
    name: 'editor',
    hooks: {
      async 'astro:config:setup'({ command, config, addMiddleware, injectScript, updateConfig }) {
        if (command !== 'dev') return;
        // Here, so that a build does not need the packages of the editor.
        const [{ beginSession }, { markTextLines }, { collectEarlyKeys }, { FOCUS }] = await Promise.all([
          import('./page/session.ts'),
          import('./page/text-lines.ts'),
          import('../../src/editing/client/early-keys.ts'),
          import('../../src/editing/protocol.ts'),
        ]);
        siteUrl = config.site;
        const root = fileURLToPath(config.root);
        beginSession(root);
        addMiddleware({ order: 'pre', entrypoint: here('page/middleware.ts') });
        injectScript('head-inline', `(${collectEarlyKeys.toString()})(${JSON.stringify(FOCUS)});`);
        injectScript('page', `import ${JSON.stringify(here('../../src/editing/client/main.tsx'))};`);
        // Dependencies that Vite discovers on the first page load would make it load that page twice.
        updateConfig({ vite: { optimizeDeps: { include: ['nanostores', '@nanostores/react'] } } });
        const { processor } = config.markdown;
        if (processor.name === 'satteri' && 'hastPlugins' in processor.options)
          (processor.options.hastPlugins as unknown[]).push(markTextLines(root));
      },
      async 'astro:server:setup'({ server, refreshContent }) {
        const { httpServer } = server;
        // Astro also loads content with a server that does not listen.
        if (!httpServer) return;
        const [
          { editSession },
          { closedAccess },
          { ownAddress },
          { reloadContent },
          { reloadsOf },
          { guardRequests },
          { editRoutes, ROUTE },
        ] = await Promise.all([
          import('./page/session.ts'),
          import('./server/access.ts'),
          import('./server/own-address.ts'),
          import('./server/reload-content.ts'),
          import('./server/reloads.ts'),
          import('./server/request-guard.ts'),
          import('./server/routes.ts'),
        ]);
        guardRequests(httpServer as Server);
        const { requests } = editSession();
        const origin = await ownAddress(httpServer as Server);
        const access = closedAccess(origin);
        httpServer.once('listening', () => access.renew());
        const site = {
          reloads: reloadsOf(server),
          ...reloadContent(server, refreshContent),
          async serve(address: string) {
            server.watcher.emit('add', join(server.config.publicDir, address));
            // Vite answers 404 until every plugin has heard of the file.
            for (let tries = 0; tries < 100 && !(await fetch(origin + address)).ok; tries += 1) await wait(50);
          },
          origin,
          publicOrigin: new URL(siteUrl ?? origin).origin,
        };
        const routes = editRoutes(site, access);
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith(ROUTE)) return void routes(request, response);
          return requests.run({ editing: COOKIE.test(request.headers.cookie ?? '') }, next);
        });
      },
    },
  };
}
