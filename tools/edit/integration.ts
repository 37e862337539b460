import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { PREVIEW_SCRIPT } from '../../src/build/preview-page.ts';
import { editorAddress } from './editor-address.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The cookie that requests pages for editing. */
const COOKIE = /(?:^|;\s*)site-editing=on(?:;|$)/;

/** Marks where the blocks of MDX texts are, for both. */
async function markBlocks(root: string, { processor }: AstroConfig['markdown']): Promise<void> {
  const { markTextLines } = await import('./page/text-lines.ts');
  if (processor.name === 'satteri' && 'hastPlugins' in processor.options)
    (processor.options.hastPlugins as unknown[]).push(markTextLines(root));
}

/**
 * Adds the in-page editor to `astro dev`. In a build with `SITE_EDITING`, texts carry their places and open in the editor
 * at /edit: such a build is a preview. It does nothing in any other build.
 */
export function editor(): AstroIntegration {
  let siteUrl: string | undefined;
  /** Where a preview opens its texts; undefined if this is none. */
  let previewOf: string | undefined;
  return {
    name: 'editor',
    hooks: {
      async 'astro:config:setup'({ command, config, addMiddleware, injectScript, updateConfig }) {
        siteUrl = config.site;
        if (command === 'build') previewOf = editorAddress(process.env['SITE_EDITING']);
        if (command !== 'dev' && previewOf === undefined) return;
        // Here, so that a build does not need the packages of the editor.
        const { beginSession } = await import('./page/session.ts');
        const root = fileURLToPath(config.root);
        beginSession(root);
        await markBlocks(root, config.markdown);
        addMiddleware({
          order: 'pre',
          entrypoint: here(command === 'dev' ? 'page/middleware.ts' : 'page/preview-middleware.ts'),
        });
        if (command !== 'dev') return;
        const [{ collectEarlyKeys }, { FOCUS }] = await Promise.all([
          import('../../src/editing/client/early-keys.ts'),
          import('../../src/editing/protocol.ts'),
        ]);
        injectScript('head-inline', `(${collectEarlyKeys.toString()})(${JSON.stringify(FOCUS)});`);
        injectScript('page', `import ${JSON.stringify(here('../../src/editing/client/main.tsx'))};`);
        // Dependencies that Vite discovers on the first page load would make it load that page twice.
        updateConfig({ vite: { optimizeDeps: { include: ['nanostores', '@nanostores/react'] } } });
      },
      async 'astro:build:done'({ dir, logger }) {
        if (previewOf === undefined) return;
        const { previewScript } = await import('./preview-script.ts');
        writeFileSync(new URL(`.${PREVIEW_SCRIPT}`, dir), await previewScript(previewOf));
        logger.warn(`SITE_EDITING is set: this is a preview, whose texts open at ${previewOf}. Don't publish it.`);
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
          { guardMessages },
          { guardRequests },
          { editRoutes, ROUTE },
        ] = await Promise.all([
          import('./page/session.ts'),
          import('./server/access.ts'),
          import('./server/own-address.ts'),
          import('./server/reload-content.ts'),
          import('./server/reloads.ts'),
          import('./server/message-guard.ts'),
          import('./server/request-guard.ts'),
          import('./server/routes.ts'),
        ]);
        guardRequests(httpServer as Server);
        guardMessages(server);
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
