import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { plainErrors } from './plain-errors.ts';
import { isFileLoadingAllowed, type Plugin, type ResolvedConfig } from 'vite';

/** The folders with the files that pages name, and what hydrates islands. Vite adds what these import. */
const NAMED_BY_PAGES = [
  ...['src/apps', 'src/components', 'src/islands', 'src/layouts', 'src/pages'],
  fileURLToPath(import.meta.resolve('@astrojs/react/client.js')),
];

/** Vite's own list, and content/: pages import it on the server only, but Vite would serve whatever is imported. */
const DENIED = [
  ...['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'],
  '**/content/**/*.{mdx,yaml}',
];

/** A module that a plugin generates. Astro's own ones are for the server: one of them is all of content/. */
const NO_FILE = /^(?:\0(?!(?:virtual:)?astro:(?!env\/client$))|astro:scripts\/[\w-]+\.js$)/;

/** A request for what no page needs. With this code, Vite answers as if there were no such module. */
const notServed = (id: string) =>
  Object.assign(
    new Error(`No page needs ${id}. If one does, see NAMED_BY_PAGES in src/build/integrations/page-sources.ts.`),
    { code: 'ERR_LOAD_URL' },
  );

/**
 * Vite checks only the files that it reads itself. Plugins read files, too: Astro's Markdown plugin reads any that a
 * request names. So this checks every module before a plugin sees it.
 */
function guard(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'page-sources',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved(resolved) {
      config = resolved;
    },
    resolveId: {
      order: 'pre',
      // Otherwise a request could make Vite bundle any package. Vite names index.html as the importer of such requests.
      handler(id, importer) {
        if (importer !== join(config.root, 'index.html') || !/^@?\w[^:]*$/.test(id)) return;
        const { environment } = this;
        const known = environment.mode === 'dev' ? (environment.depsOptimizer?.metadata.depInfoList ?? []) : [];
        if (!known.some((dependency) => dependency.id === id)) throw notServed(id);
      },
    },
    load: {
      order: 'pre',
      handler(id) {
        if (NO_FILE.test(id)) return;
        const file = id.replace(/[?#].*$/s, '');
        const isPackage = this.environment.mode === 'dev' && this.environment.depsOptimizer?.isOptimizedDepFile(file);
        if (posix.normalize(file) !== file || !(isPackage || isFileLoadingAllowed(config, file))) throw notServed(id);
      },
    },
  };
}

/** In dev, serves the sources of pages and no other file, and only to pages of the same origin. */
export function pageSources(): AstroIntegration {
  return {
    name: 'page-sources',
    hooks: {
      'astro:config:setup'({ command, updateConfig }) {
        if (command !== 'dev') return;
        updateConfig({
          image: { endpoint: { entrypoint: fileURLToPath(new URL('no-pictures.ts', import.meta.url)) } },
          vite: {
            server: {
              cors: false,
              fs: { allow: NAMED_BY_PAGES, deny: DENIED },
            },
            plugins: [guard(), plainErrors()],
          },
        });
      },
      'astro:server:setup'({ server }) {
        // Opens any file in a program of the person who runs the server.
        server.middlewares.use('/__open-in-editor', (_, response) => void response.writeHead(404).end());
      },
    },
  };
}
