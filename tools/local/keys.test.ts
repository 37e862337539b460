import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { localFolder, localKeys } from './folder.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-keys-'));
  folders.push(folder);
  return folder;
}

it('keys are random for each folder and kept: the code reveals none', () => {
  const [one, other] = [newFolder(), newFolder()];
  const [keys, others] = [localKeys(one), localKeys(other)];
  expect(localKeys(one)).toEqual(keys);
  for (const [name, key] of Object.entries({ ...keys })) {
    expect(key, name).not.toBe(others[name as keyof typeof others]);
    expect(key.length, name).toBeGreaterThanOrEqual(12);
  }
});

it('files with keys or visitors’ data are not in the repository', () => {
  const ignored = readFileSync('.gitignore', 'utf8').split('\n');
  for (const name of ['.env', '.env?*', '\\#.env*#', '.local/'])
    expect(ignored.map((line) => line.replace(/^\//, ''))).toContain(name);
  for (const env of [{}, { LOCAL_DIR: '' }]) expect(localFolder(env)).toMatch(/[\\/]\.local$/);
});

it('an id that would lead to another folder is refused', () => {
  const folder = newFolder();
  const keys = localKeys(folder);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ ...keys, id: '../../../etc' }));
  expect(() => localKeys(folder)).toThrow('its id is damaged');
});

it('a folder that is not ours is not written to', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'site'));
  expect(() => localKeys(folder)).toThrow(`${join(folder, 'site')} exists, but not ${join(folder, 'keys.json')}`);
  expect(readdirSync(folder)).toEqual(['site']);
});
