import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { roomApps } from '../../src/build/integrations/room-apps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-scripts-'));
  mkdirSync(join(folder, '_astro'));
  write('desk.html', '<script src="/_astro/desk.B43kKKk1.js"></script>');
  write('_astro/desk.B43kKKk1.js', 'import "./react.B43kKKk2.js"');
  write('_astro/react.B43kKKk2.js', '');
  write('index.html', '<script src="/_astro/page.B43kKKk3.js"></script>');
  write('_astro/page.B43kKKk3.js', 'import("./island.B43kKKk4.js")');
  write('_astro/island.B43kKKk4.js', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const build = () => {
  const { 'astro:build:done': done } = roomApps({}).hooks;
  void done?.({ dir: pathToFileURL(`${folder}/`) } as never);
};

it('a build whose pages and rooms share no script is published', () => {
  expect(build).not.toThrow();
});

it('a build stops if a page can load a script of a room, at once or later', () => {
  write('index.html', '<script src="/_astro/desk.B43kKKk1.js"></script>');
  write('_astro/island.B43kKKk4.js', 'import("./react.B43kKKk2.js")');
  expect(build).toThrow(
    'index.html can load _astro/desk.B43kKKk1.js, which is for desk.html alone.\n' +
      '_astro/island.B43kKKk4.js can load _astro/react.B43kKKk2.js, which is for desk.html alone.\n' +
      'Import nothing from the folder of an application in src/apps.',
  );
});
