import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, normalizePath, type Plugin, type Rolldown } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { ROOMS } from '../rooms.ts';
import { sharedScripts } from '../shared-scripts.ts';
import { copyModules } from './copy-modules.ts';

const CONSTANTS = 'astro:env/client';

/** Gives an application the constants that Astro gives to other scripts. */
const constants = (values: Record<string, string | undefined>): Plugin => ({
  name: 'room-constants',
  resolveId: (id) => (id === CONSTANTS ? `\0${id}` : undefined),
  load: (id) =>
    id === `\0${CONSTANTS}`
      ? Object.entries(values)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value || undefined)};`)
          .join('\n')
      : undefined,
});

/** Leaves imports of styles as they are: Astro puts them into the page. */
const stylesLater = (): Plugin => ({
  name: 'room-styles',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!id.endsWith('.css')) return undefined;
    const found = await this.resolve(id, importer, { skipSelf: true });
    return found && { id: found.id, external: 'absolute' };
  },
});

/**
 * The parser of Markdown decodes entities such as &copy; with a list. In a browser, it would have the DOM do it, as HTML,
 * which the policy of a room forbids.
 */
export const ENTITIES_BY_LIST = {
  'decode-named-character-reference': join(projectFolder, 'node_modules/decode-named-character-reference/index.js'),
};

const PROBE = 'canParseHTMLNatively() ? root.DOMParser : createHTMLParser()';

/** The library that reads pasted texts tries out how to read HTML, which the policy of a room forbids and reports. */
const withoutProbe = (): Plugin => ({
  name: 'room-without-probe',
  transform: {
    filter: { id: /\/turndown\.browser\.es\.js$/ },
    handler(code) {
      if (!code.includes(PROBE)) this.error('turndown no longer has what a room replaces. Look at withoutProbe().');
      return { code: code.replace(PROBE, 'root.DOMParser'), map: null };
    },
  },
});

/** Bundles an application and all it imports, also what it imports later, into one module without imports. */
async function bundle(entry: string, values: Record<string, string | undefined>): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: projectFolder,
    envPrefix: 'PUBLIC_',
    logLevel: 'warn',
    plugins: [stylesLater(), withoutProbe(), constants(values), copyModules()],
    resolve: { alias: ENTITIES_BY_LIST },
    build: {
      write: false,
      target: 'es2022',
      // Astro minifies the result.
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Replaces the application of each room with its bundle. */
function apart(values: Record<string, string | undefined>): Plugin {
  const entries = new Map(
    ROOMS.map(({ name }) => [normalizePath(join(projectFolder, 'src/apps', name, 'main.tsx')), `\0room:${name}.js`]),
  );
  return {
    name: 'room-apps',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /\/main\.tsx$/ },
      async handler(id, importer) {
        const found = await this.resolve(id, importer, { skipSelf: true });
        return found && entries.get(found.id);
      },
    },
    async load(id) {
      const [entry] = [...entries].find(([, bundled]) => bundled === id) ?? [];
      return entry === undefined ? undefined : bundle(entry, values);
    },
  };
}

/**
 * Bundles the application of each room apart from all other scripts: React, for example, is in it once more. If they
 * shared a file, every change of a room could change what visitors download. Stops a build in which they do.
 *
 * @param env the values of the constants in the schema of the configuration
 */
export function roomApps(env: Record<string, string | undefined>): AstroIntegration {
  return {
    name: 'room-apps',
    hooks: {
      'astro:config:setup'({ command, config, updateConfig }) {
        if (command !== 'build') return;
        const values = Object.fromEntries(Object.keys(config.env.schema).map((name) => [name, env[name]]));
        updateConfig({ vite: { plugins: [apart(values)] } });
      },
      'astro:build:done'({ dir }) {
        const shared = sharedScripts(fileURLToPath(dir));
        if (shared.length > 0)
          throw new Error(`${shared.join('\n')}\nImport nothing from the folder of an application in src/apps.`);
      },
    },
  };
}
