import { setTimeout as wait } from 'node:timers/promises';
import type { AstroIntegration } from 'astro';
import {
  isRunnableDevEnvironment,
  type DevEnvironment,
  type Plugin,
  type RunnableDevEnvironment,
  type ViteDevServer,
} from 'vite';

/** The module that pages read the content from. */
const CONTENT = '\0astro:data-layer-content';
/** What Astro sends once it has loaded changed content. */
const CHANGED = 'astro:content-changed';

/**
 * Astro invalidates the content as a hot update, and Vite keeps the result of a load that a hot update overtakes: pages
 * would show the content of before until the next change.
 */
function dropOvertaken({ hot, moduleGraph }: DevEnvironment): void {
  const send: (...message: unknown[]) => void = hot.send.bind(hot);
  hot.send = (...message: unknown[]) => {
    const module = message[0] === CHANGED ? moduleGraph.getModuleById(CONTENT) : undefined;
    if (module) moduleGraph.invalidateModule(module);
    send(...message);
  };
}

/**
 * To find the styles of a page, Astro fetches all that it imports. If that has changed, the runner, which asks later, is
 * told that it has the current version: pages would show the one before.
 */
function tellRunner(environment: RunnableDevEnvironment): void {
  const { moduleGraph, runner } = environment;
  const fetchModule = environment.fetchModule.bind(environment);
  environment.fetchModule = async (url, importer, options) => {
    const fetched = await fetchModule(url, importer, options);
    const isForRunner = options !== undefined;
    if (isForRunner || !('invalidate' in fetched && fetched.invalidate)) return fetched;
    const module = moduleGraph.getModuleById(fetched.id);
    if (module && runner.evaluatedModules.getModuleById(fetched.id)) moduleGraph.invalidateModule(module);
    return fetched;
  };
}

/** Makes each environment that runs pages forget what it has made of an earlier version of a file. */
export function forgetStale({ environments }: Pick<ViteDevServer, 'environments'>): void {
  for (const environment of Object.values(environments)) {
    dropOvertaken(environment);
    if (isRunnableDevEnvironment(environment)) tellRunner(environment);
  }
}

/**
 * Vite's watcher drops a change that follows another within 50 ms, as when a program empties a file and then writes it:
 * the empty file would be read, and the new text never. Waiting until a file has the same size for 50 ms prevents that.
 */
const AWAIT_WRITE_FINISH = { stabilityThreshold: 50, pollInterval: 10 };

/** Astro loads changed content within about 600 ms, and not at all if it has a mistake. */
const LOADED_WITHIN_MS = 3000;

/**
 * Vite reloads pages as soon as an MDX file has changed, and Astro again once it has loaded the file's fields. A page that
 * was still loading would not hear of the second reload, and show the old fields. So the first one waits for the fields.
 */
function reloadOnce(): Plugin {
  let changed = Promise.withResolvers<undefined>();
  let changedAt = 0;
  return {
    name: 'reload-once',
    apply: 'serve',
    configureServer({ environments }) {
      const { hot } = environments.ssr;
      const send: (...message: unknown[]) => void = hot.send.bind(hot);
      hot.send = (...message: unknown[]) => {
        send(...message);
        if (message[0] !== CHANGED) return;
        changedAt = Date.now();
        changed.resolve(undefined);
        changed = Promise.withResolvers();
      };
    },
    async hotUpdate({ file, modules, timestamp }) {
      const { name, config } = this.environment;
      if (name === 'client' || modules.length === 0 || !file.startsWith(`${config.root}/content/`)) return;
      if (changedAt > timestamp) return;
      await Promise.race([changed.promise, wait(LOADED_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Makes the dev server show the last change to the content, also if it came while pages were loading. */
export function freshContent(): AstroIntegration {
  return {
    name: 'fresh-content',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: { plugins: [reloadOnce()], server: { watch: { awaitWriteFinish: AWAIT_WRITE_FINISH } } },
        });
      },
      'astro:server:setup': ({ server }) => forgetStale(server),
    },
  };
}
