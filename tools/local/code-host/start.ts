import { join } from 'node:path';
import { localFolder, localKeys } from '../folder.ts';
import type { Listen } from '../ports.ts';
import { previewBuilder } from './build-preview.ts';
import { EDIT_APP } from './edit-app.ts';
import type { LocalCodeHost } from './options.ts';
import { serveCodeHost } from './server.ts';

/**
 * Starts the stand-in for GitHub of this folder, with previews, and with the token of its developer.
 *
 * @throws Fault as {@link serveCodeHost} does
 */
export async function startCodeHost(port: number, siteUrl: string, listenOn: Listen): Promise<LocalCodeHost> {
  const keys = localKeys(localFolder());
  const folder = join(localFolder(), 'code-host');
  const editor = `${siteUrl}/edit`;
  const host = await serveCodeHost(
    port,
    {
      folder,
      app: { id: EDIT_APP, secret: keys.editApp, callbacks: [editor] },
      buildPreview: previewBuilder(join(folder, 'previews'), editor),
    },
    listenOn,
  );
  host.makeToken({ login: 'editor', token: keys.editor });
  return host;
}
