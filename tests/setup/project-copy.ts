import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNCONNECTED } from '../../tools/local/build-site.ts';
import { BUILT_FROM, linkPackages } from '../../tools/local/project-copy.ts';
import { OWN_CACHES } from '../../tools/own-caches.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { lookAt } from './log-check.ts';

/** A copy of the project whose files a test may break. */
export interface ProjectCopy {
  folder: string;
  /** Replaces the one place where `pattern` matches in a file. */
  edit(file: string, pattern: RegExp, replacement: string): void;
  restore(file: string): void;
  /** Every file that was edited. */
  restoreAll(): void;
  remove(): void;
}

/**
 * Not in the system's folder for temporary files: programs search the folders above a project for settings, such as
 * those of PostCSS, which are code, and other users of the machine could put some there.
 */
const COPIES = join(projectFolder, '.local/copies');

export function copyProject(): ProjectCopy {
  mkdirSync(COPIES, { recursive: true });
  const folder = mkdtempSync(join(COPIES, 'copy-'));
  for (const name of BUILT_FROM) cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
  linkPackages(folder);
  const edited = new Set<string>();
  const restore = (file: string) => cpSync(join(projectFolder, file), join(folder, file));
  return {
    folder,
    edit(file, pattern, replacement) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!pattern.test(text)) throw new Error(`${file} does not contain ${String(pattern)}`);
      edited.add(file);
      writeFileSync(path, text.replace(pattern, replacement));
    },
    restore,
    restoreAll() {
      edited.forEach(restore);
      edited.clear();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A program started by a test, with its output so far. */
export interface Running {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

interface Start {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Whether its output is an answer to the user, for example a list of callers. Otherwise it is a log. */
  answers?: boolean;
}

/** Starts Node on a script. */
export const startNode = (args: readonly string[], options?: Start): Running =>
  startProgram(process.execPath, args, options);

/** Starts a program. */
export function startProgram(program: string, args: readonly string[], options: Start = {}): Running {
  // The program must not inherit the test runner's mode.
  const inherited = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !name.startsWith('VITEST'));
  const child = spawn(program, args, {
    cwd: options.cwd ?? projectFolder,
    env: {
      ...OWN_CACHES,
      ...Object.fromEntries(inherited),
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  if (!options.answers) for (const stream of [child.stdout, child.stderr]) lookAt(stream, false);
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** Runs Astro in a copy to its end. */
export async function astro(copy: ProjectCopy, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const running = startNode([join(projectFolder, 'node_modules/astro/bin/astro.mjs'), ...args], {
    cwd: copy.folder,
    env: {
      ...UNCONNECTED,
      NODE_ENV: 'production',
      // Weighing takes a fifth of a build; tests that need it switch it on.
      SITE_BUDGETS: 'off',
      ...env,
    },
  });
  return { code: await running.ended, output: running.output() };
}
