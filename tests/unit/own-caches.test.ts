import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { runAstro } from '../../tools/local/build-site.ts';
import { OWN_CACHES } from '../../tools/own-caches.ts';
import { runTests } from '../broken/run-tests.ts';
import { copyProject, startNode } from '../setup/project-copy.ts';

const NAMES = ['NODE_COMPILE_CACHE', 'PLAYWRIGHT_TRANSFORM_CACHE_DIR'];
const { scripts, ...settings } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = Object.values(scripts).flatMap((script) => script.split(' && '));

// In the system's folder for temporary files, another user of the machine could put code that these programs run.
it('a copy of the project is below the project, where programs search for settings', () => {
  const copy = copyProject();
  copy.remove();
  expect(copy.folder).toContain(`${projectFolder}/.local/`);
});

it('temporary files of the tests are below the project, too', () => {
  expect(tmpdir()).toMatch(/\/\.local\/temporary$/);
});

it('the commands that switch on a cache of compiled code keep it in the project', () => {
  expect(commands.filter((command) => /\b(?:astro|tsc|vite)\b/.test(command)).length).toBeGreaterThan(2);
  for (const command of commands)
    if (/\b(?:astro|tsc|vite)\b/.test(command))
      expect(command).toMatch(/^node --env-file=tools\/own-caches\.env node_modules\//);
  expect(OWN_CACHES).toEqual({
    NODE_COMPILE_CACHE: join(projectFolder, '.local/compile-cache'),
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(projectFolder, '.local/playwright-cache'),
    JITI_CACHE: 'false',
  });
});

it('no command starts npm, which has such a cache', () => {
  for (const command of commands) expect(command).not.toMatch(/\bnp[mx]\b/);
});

it.each(NAMES)('compiled code of the tests is cached in the project: %s', (name) => {
  expect(process.env[name]).toMatch(/\/\.local\/[\w-]+$/);
});

describe('nothing stays in the folder for temporary files', () => {
  let folder: string;
  /** The folder for temporary files. */
  let temporary: string;

  beforeEach(() => {
    // As in a terminal.
    for (const name of NAMES) vi.stubEnv(name, undefined);
    folder = mkdtempSync(join(tmpdir(), 'own-caches-'));
    temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('after npm run check', async () => {
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
    for (const file of ['tools/own-caches.env', 'oxfmt.config.ts']) cpSync(file, join(folder, file));
    // oxfmt skips what a .gitignore above names, up to the root of a repository.
    mkdirSync(join(folder, '.git'));
    // Its last part, with less to check. The first parts are started in the same way as those of the last one.
    const short = {
      check: commands.find((command) => command.endsWith(' check:*')),
      'check:types': scripts['check:types']?.replace(/ check .*/, ' --version'),
      'check:format': scripts['check:format'],
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...settings, scripts: short }, null, 2) + '\n');
    const running = startNode(['--run', 'check'], {
      cwd: folder,
      // On a machine of CI, Astro keeps no cache.
      env: { CI: undefined, NODE_COMPILE_CACHE: undefined, PLAYWRIGHT_TRANSFORM_CACHE_DIR: undefined },
    });
    expect(await running.ended, running.output()).toBe(0);
    expect(readdirSync(join(folder, '.local'))).toEqual(['compile-cache']);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('after a build or another program that tests and benchmarks start', async () => {
    const running = startNode([join(projectFolder, 'node_modules/astro/bin/astro.mjs'), '--version']);
    expect(await running.ended, running.output()).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('after Astro, which npm start, npm run dev and npm run edit start', async () => {
    const astro = runAstro(['--version'], {}, {}, 'pipe');
    expect(astro.stdout && (await text(astro.stdout))).toContain('astro');
    expect(readdirSync(temporary)).toEqual([]);
  });

  // Tailwind tries it when it can't load its settings in another way.
  it('after settings of Tailwind that can not be loaded', { tags: ['exhaustive'] }, async () => {
    writeFileSync(join(folder, 'tailwind.config.js'), 'import "./missing.js"; export default {};');
    const load = `import load from 'tailwindcss/loadConfig.js'; load(${JSON.stringify(join(folder, 'tailwind.config.js'))});`;
    const running = startNode(['--input-type=module', '--eval', load]);
    expect(await running.ended).toBe(1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('after the tests of broken promises', async () => {
    mkdirSync(join(folder, 'node_modules/vitest'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/vitest/vitest.mjs'), 'console.log(JSON.stringify(process.env));');
    const { output } = await runTests(folder, 'unit', [{ suite: 'unit', file: 'tests/unit/any.test.ts' }], 0);
    expect(JSON.parse(output)).toMatchObject(OWN_CACHES);
  });
});
