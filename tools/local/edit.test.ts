import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEditRoutes, type EditRoutes } from '../../tests/setup/edit-routes.ts';
import { redirectFile } from '../edit/server/redirect-file.ts';
import { isDevSiteRunning } from './edit.ts';

let editor: EditRoutes;
beforeEach(async () => {
  editor = await startEditRoutes();
});
afterEach(() => editor.stop());

it('npm run edit opens the dev site that runs, also after its redirect file was used', async () => {
  expect(await isDevSiteRunning()).toBe(true);
  await editor.ask('open', { secret: editor.secret() });
  expect(await isDevSiteRunning()).toBe(true);
});

it('npm run edit does not open what took the port of one that was killed', async () => {
  editor.kill();
  expect(existsSync(redirectFile())).toBe(true);
  expect(await isDevSiteRunning()).toBe(false);
  const other = createServer((_request, response) => response.end('another site'));
  await once(other.listen(editor.port, '127.0.0.1'), 'listening');
  expect(await isDevSiteRunning()).toBe(false);
  other.close();
});
