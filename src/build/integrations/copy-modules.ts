import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { projectFolder } from '../../lib/project-folder.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { COPY_FILES, type CopyFile } from '../../schemas/copy-files.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import { readSite } from './site-copy.ts';

const PREFIX = 'copy:';

/** Every module, with its file and what it picks of the file's data. */
const MODULES = new Map(
  Object.entries<CopyFile>(COPY_FILES).flatMap(([name, kind]) =>
    Object.entries(kind.modules ?? {}).map(([module, pick]) => [module, { name, kind, pick }] as const),
  ),
);

/** What TypeScript knows of the modules. */
const TYPES = [...MODULES]
  .map(
    ([module, { name }]) => `declare module '${PREFIX}${module}' {
  const copy: import('../../../src/schemas/copy-files.ts').CopyModule<'${name}', '${module}'>;
  export default copy;
}`,
  )
  .join('\n');

/**
 * Makes `import copy from 'copy:call'` return a copy file, with the company's name and figures filled in. As props, the
 * texts of an island would be in the HTML of every page, even for visitors who never open it.
 */
export function copyModules(): AstroIntegration {
  return {
    name: 'copy-modules',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'copy-modules',
                resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
                load(id) {
                  const name = id.startsWith(`\0${PREFIX}`) ? id.slice(PREFIX.length + 1) : '';
                  const found = MODULES.get(name);
                  if (!found) return undefined;
                  const { kind, pick } = found;
                  const { path: file, schema } = kind;
                  for (const read of [file, 'content/site.yaml']) this.addWatchFile(join(projectFolder, read));
                  const data = checkCopy(
                    schema,
                    parseCopy(readFileSync(join(projectFolder, file), 'utf8'), file),
                    file,
                  );
                  const filled = fillPlaceholders(data, readSite());
                  return `export default ${JSON.stringify(pick === true ? filled : pick(filled as never))}`;
                },
              },
            ],
          },
        });
      },
      'astro:config:done': ({ injectTypes }) => void injectTypes({ filename: 'copy.d.ts', content: TYPES }),
    },
  };
}
