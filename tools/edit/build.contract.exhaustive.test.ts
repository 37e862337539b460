import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { astro, copyProject, type ProjectCopy } from '../../tests/setup/project-copy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

/** The hash of every file of a build. */
async function build(name: string): Promise<Record<string, string>> {
  const folder = join(copy.folder, name);
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: folder });
  expect(code, output).toBe(0);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    files.map((file) => [file.slice(folder.length), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

it('a build is byte-identical with and without the editor', async () => {
  const withEditor = await build('with');
  copy.edit('astro.config.mjs', /^ {4}editor\(.*\),\n/m, '');
  copy.edit('astro.config.mjs', /^import \{ editor \}.*\n/m, '');
  rmSync(join(copy.folder, 'src/editing'), { recursive: true });
  expect(Object.keys(withEditor)).toContain('/index.html');
  expect(await build('without')).toEqual(withEditor);
}, 240_000);

it('a build with /edit has the same files, and those of its page', async () => {
  copy.restoreAll();
  cpSync(join(projectFolder, 'src/editing'), join(copy.folder, 'src/editing'), { recursive: true });
  const off = await build('off');
  copy.edit('content/site.yaml', /^name:/m, 'repository: acme/website\nname:');
  const on = await build('on');
  const added = Object.keys(on).filter((file) => !(file in off));
  expect(added.sort()).toEqual([expect.stringMatching(/^\/_astro\/.+\.js$/), '/edit.html']);
  const changed = Object.keys(off).filter((file) => off[file] !== on[file]);
  // It names each hashed file.
  expect(changed).toEqual(['/_headers']);
}, 240_000);
