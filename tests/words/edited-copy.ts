import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { astro, copyProject, type ProjectCopy, startNode } from '../setup/project-copy.ts';
import type { Draft } from './draft.ts';

/** Generated files, and others that are not part of a clone. */
const LEFT_OUT = /^(?:node_modules|\.git|\.local|\.astro|dist|test-results|playwright-report|\.env(?!\.example).*)$/;

/** A copy of the project with its tests, like a clone. */
export function copyWithTests(): ProjectCopy {
  const copy = copyProject();
  for (const name of readdirSync(projectFolder))
    if (!LEFT_OUT.test(name) && !existsSync(join(copy.folder, name)))
      cpSync(join(projectFolder, name), join(copy.folder, name), { recursive: true });
  return copy;
}

/** Applies an edit to a copy. */
export function applyDraft({ folder }: ProjectCopy, { files }: Draft): void {
  for (const { file, text } of files)
    if (text === null) rmSync(join(folder, file));
    else writeFileSync(join(folder, file), text);
}

/** Something that must be green after every edit. */
interface Suite {
  name: string;
  run: (copy: ProjectCopy) => Promise<{ code: number | null; output: string }>;
  /** What it prints if the edit itself is at fault; the message says what to do. */
  refusal?: RegExp;
}

/** The unit tests, which use the words of tests/content. */
async function runUnit(copy: ProjectCopy) {
  const running = startNode(['tests/run.ts', 'unit'], { cwd: copy.folder, answers: true });
  return { code: await running.ended, output: running.output() };
}

/** What runs after every edit, in this order. */
export const SUITES: readonly Suite[] = [
  {
    name: 'build',
    // Like `npm run build`, including the page budgets.
    run: (copy) => astro(copy, ['build'], { SITE_BUDGETS: '' }),
    refusal: /(?:content\S* can't be used:|The site is too heavy:)(?:\n\s+- .*)+/,
  },
  { name: 'unit', run: runUnit },
];
