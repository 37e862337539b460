import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEditSite, type EditSite } from '../../tests/setup/edit-site.ts';
import { PAGES } from '../../tests/setup/pages.ts';
import { leaksOf, modulesOf, SECRET_FILES, writeSecret, writeSecrets } from '../../tests/setup/served-files.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';

const OTHERS = ['.git/x', 'node_modules/x.js', 'supabase/x.sql', 'content/x.yaml', 'x.pem'];

let site: EditSite;
let root: string;
let outside: string;
beforeAll(async () => {
  site = await startEditSite();
  root = realpathSync(site.copy.folder);
  outside = temporaryFolder();
  for (const folder of ['.local', 'tests', 'src/build']) writeSecrets(join(root, folder));
  writeSecrets(outside);
  for (const file of OTHERS) writeSecret(join(root, file));
  // What pages import is served once they have been rendered.
  for (const path of PAGES) await site.page(path);
}, 90_000);
afterAll(async () => {
  await site.stop();
  rmSync(outside, { recursive: true, force: true });
});

it.each(
  ['.local', 'tests', 'src/build', 'outside'].flatMap((folder) => SECRET_FILES.map((name) => `${folder}/${name}`)),
)('%s is not served, by whatever path', async (file) => {
  const path = file.startsWith('outside/') ? join(outside, file.slice('outside/'.length)) : join(root, file);
  expect(await leaksOf(site, path)).toEqual([]);
});

it.each(OTHERS)('%s is not served either', async (file) => {
  expect(await leaksOf(site, join(root, file))).toEqual([]);
});

it.each(PAGES)('everything that %s loads is served', async (path) => {
  const modules = await modulesOf(site, path);
  expect(modules.size).toBeGreaterThan(10);
  expect([...modules].filter(([, status]) => status !== 200)).toEqual([]);
});
