import { join } from 'node:path';
import type { Plugin } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { COPY_FILES, type CopyFile, type CopyName } from '../../schemas/copy-files.ts';
import { checkFilled } from '../../schemas/messages.ts';
import { loadCopy } from '../load-copy.ts';
import { readSite } from './site-copy.ts';

const PREFIX = 'copy:';

/** Every module, with its file and what it picks of the file's data. */
const MODULES = new Map(
  Object.entries<CopyFile>(COPY_FILES).flatMap(([name, { path, modules = {} }]) =>
    Object.entries(modules).map(([module, pick]) => [module, { name: name as CopyName, path, pick }] as const),
  ),
);

/** What TypeScript knows of the modules: a declaration file. */
export const COPY_TYPES = [...MODULES]
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
export const copyModules = (): Plugin => ({
  name: 'copy-modules',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    const found = MODULES.get(id.startsWith(`\0${PREFIX}`) ? id.slice(PREFIX.length + 1) : '');
    if (!found) return undefined;
    const { name, path, pick } = found;
    for (const read of [path, 'content/site.yaml']) this.addWatchFile(join(projectFolder, read));
    const { data, file } = loadCopy(name);
    const filled = fillPlaceholders(data, readSite());
    checkFilled(filled, file);
    return `export default ${JSON.stringify(pick === true ? filled : pick(filled as never))}`;
  },
});
