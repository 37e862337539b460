import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { GENERATED } from '../setup/workspace.ts';

const foldersIn = (parent: string) =>
  readdirSync(join(projectFolder, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !GENERATED.includes(entry.name))
    .map(({ name }) => join(parent, name));

it('the map of the README lists every folder and no other', () => {
  const [, map = ''] =
    /## Where things are\n([^]*?)\n## /.exec(readFileSync(join(projectFolder, 'README.md'), 'utf8')) ?? [];
  const listed = [...map.matchAll(/^\| `([\w/-]+?)\/?` /gm)].map(([, folder]) => folder);
  expect(listed.sort()).toEqual(['', 'src', 'tools'].flatMap(foldersIn).sort());
});

it('src has at most 19 entries', () => {
  expect(readdirSync(join(projectFolder, 'src')).length).toBeLessThanOrEqual(19);
});
