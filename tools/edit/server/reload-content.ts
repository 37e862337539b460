import { setTimeout as wait } from 'node:timers/promises';
import type { BaseIntegrationHooks } from 'astro';
import type { ViteDevServer } from 'vite';
import { stateOfCopy } from './disk.ts';
import type { Site } from './render-check.ts';

type RefreshContent = Parameters<BaseIntegrationHooks['astro:server:setup']>[0]['refreshContent'];

/** The dev server usually notices a change within 200 ms; of two quick ones, it can miss one. */
const NOTICED_WITHIN_MS = 1000;
/** How often Astro is asked to load the content, and the pause in between (milliseconds). */
const TRIES = 100;
const PAUSE_MS = 50;

/** Loads the content. Astro ignores a request, and says nothing, while it loads its settings, as after each change. */
async function load(refreshContent: RefreshContent): Promise<void> {
  let taken = 0;
  const options = {
    get context() {
      taken += 1;
      return {};
    },
  };
  for (let tries = 0; tries < TRIES && taken === 0; tries += 1) {
    if (tries > 0) await wait(PAUSE_MS);
    await refreshContent?.(options);
  }
}

/** How the dev server learns of changes to the content. */
export function reloadContent(
  { watcher, moduleGraph }: ViteDevServer,
  refreshContent: RefreshContent,
): Pick<Site, 'refresh' | 'change'> {
  return {
    async refresh() {
      // While Astro reads the files, nobody hears of a change to one that has been read.
      for (let state = ''; state !== stateOfCopy();) {
        state = stateOfCopy();
        await load(refreshContent);
      }
    },
    async change(path, write) {
      const noticed = new AbortController();
      const listen = (_event: string, changed: string) => {
        if (changed === path) noticed.abort();
      };
      watcher.on('all', listen);
      try {
        write();
        moduleGraph.onFileChange(path);
        await wait(NOTICED_WITHIN_MS, undefined, { signal: noticed.signal }).catch(() => undefined);
      } finally {
        watcher.off('all', listen);
      }
    },
  };
}
