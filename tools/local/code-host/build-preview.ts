import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { buildSite } from '../build-site.ts';
import { randomPort } from '../ports.ts';
import { BUILT_FROM, linkPackages } from '../project-copy.ts';
import { serveSite } from '../site-server.ts';
import type { BuildPreview } from './options.ts';
import { WORDS } from './repository.ts';

/**
 * Builds previews from the code of this project.
 *
 * @param folder where they are built. A build uses what the last one has drawn.
 * @param editor the address at which their texts open
 */
export function previewBuilder(folder: string, editor: string): BuildPreview {
  const project = join(folder, 'project');

  /** Has the copy hold the project's code and the proposal's words. */
  function prepare(files: string): void {
    mkdirSync(project, { recursive: true });
    for (const name of BUILT_FROM) {
      rmSync(join(project, name), { recursive: true, force: true });
      cpSync(join(projectFolder, name), join(project, name), { recursive: true });
    }
    linkPackages(project);
    for (const name of WORDS) {
      rmSync(join(project, name), { recursive: true, force: true });
      if (!existsSync(join(files, name))) continue;
      mkdirSync(dirname(join(project, name)), { recursive: true });
      renameSync(join(files, name), join(project, name));
    }
  }

  return async (files, signal) => {
    prepare(files);
    // Each has its own: the one before is still being looked at.
    const site = join(folder, `site-${randomUUID()}`);
    const remove = () => [site, `${site}.cache`].forEach((path) => rmSync(path, { recursive: true, force: true }));
    try {
      await buildSite(site, {}, signal, { project, editor });
    } catch (error) {
      remove();
      throw error;
    }
    const port = randomPort();
    const server = await serveSite(site, port);
    return {
      url: `http://localhost:${port}`,
      async close() {
        const closed = new Promise((done) => server.close(done));
        server.closeAllConnections();
        await closed;
        remove();
      },
    };
  };
}
