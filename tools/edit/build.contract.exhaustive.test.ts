import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
