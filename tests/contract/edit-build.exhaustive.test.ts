import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { sharedBuild } from '../setup/shared-build.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

/** Every file of a build, with a hash of its bytes; without the compressed ones, which a build itself does not make. */
const hashes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );

it('a build is the same, to the byte, with and without the editor', async () => {
  const withEditor = hashes((await sharedBuild()).folder);
  expect(Object.keys(withEditor)).toContain('/index.html');
  copy.edit('astro.config.mjs', /^ {4}editor\(\),\n/m, '');
  copy.edit('astro.config.mjs', /^import \{ editor \}.*\n/m, '');
  rmSync(join(copy.folder, 'src/edit'), { recursive: true });
  const { code, output } = await astro(copy, ['build']);
  expect(code, output).toBe(0);
  expect(hashes(join(copy.folder, 'dist'))).toEqual(withEditor);
}, 240_000);
