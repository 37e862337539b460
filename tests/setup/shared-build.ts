import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../tools/local/build-site.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { localFolder, localKeys } from '../../tools/local/folder.ts';
import { BUILT_FROM } from '../../tools/local/project-copy.ts';
import { editProject } from './edited-project.ts';
import { astro, copyProject, type ProjectCopy } from './project-copy.ts';

/** The connection of a published site: the keys of hosted services. */
export const HOSTED = {
  PUBLIC_SUPABASE_URL: 'https://project.supabase.example',
  PUBLIC_SUPABASE_KEY: 'sb_publishable_hosted',
  PUBLIC_VAPI_KEY: 'b7e6f0a4-7d2c-4c58-9a3e-5f1d20c6a913',
  PUBLIC_VAPI_ASSISTANT_ID: '8e0b3c5a-2f4d-4c1e-9a77-5d6f0e1b2c3d',
} satisfies Partial<Connection>;

/** Secrets of a developer's machine, in the environment of every shared build. None of them may end up in the site. */
export function secrets(): Record<string, string> {
  const keys = localKeys(localFolder());
  return {
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    LOCAL_JWT_SECRET: keys.jwtSecret,
    PGPASSWORD: keys.postgresPassword,
    VAPI_PRIVATE_KEY: 'vapi-private-key-0123456789',
  };
}

/** A site that was built once. It is shared, so its files must not be changed. */
export interface SharedBuild {
  folder: string;
  /** The output of the build. */
  output: string;
}

/** A build of an edited project. */
export interface EditedBuild extends SharedBuild {
  /** Contains content/ and functions/ of that project. */
  project: string;
}

const filesOf = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => !NOTES.test(file));

/** Files that programs keep for themselves: the Supabase CLI writes some during the tests. */
const NOTES = /[\\/]\.temp[\\/]/;

/** Changes with every byte of a build's sources, and with nothing else. */
function keyOf(connection: Partial<Connection>, further: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(connection));
  for (const name of [...BUILT_FROM, 'package-lock.json', ...further])
    for (const file of filesOf(join(projectFolder, name)).sort())
      hash.update(`\0${file.slice(projectFolder.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function forgetOld(builds: string): void {
  for (const name of readdirSync(builds))
    if (Date.now() - statSync(join(builds, name)).mtimeMs > DAY_MS) rmSync(join(builds, name), { recursive: true });
}

/**
 * Finds the build with this key, or makes it.
 *
 * @param make builds into a folder, and returns the output
 */
async function builtOnce(key: string, make: (draft: string) => Promise<string>): Promise<EditedBuild> {
  const builds = join(localFolder(), 'builds');
  mkdirSync(builds, { recursive: true });
  forgetOld(builds);
  const place = join(builds, key);
  const log = 'output.txt';
  if (!existsSync(place)) {
    const draft = `${place}.${process.pid}`;
    const output = await make(draft);
    writeFileSync(join(draft, log), output);
    // Another run may have been faster.
    if (existsSync(place)) rmSync(draft, { recursive: true });
    else renameSync(draft, place);
  }
  return {
    folder: join(place, 'site'),
    output: readFileSync(join(place, log), 'utf8'),
    project: join(place, 'project'),
  };
}

/**
 * Builds a copy of the project, since concurrent builds of one folder interfere with each other.
 *
 * @param draft where the site goes
 * @param use called with the copy before and after the build
 * @throws Error with Astro's output when the build fails
 */
async function buildCopy(
  draft: string,
  env: NodeJS.ProcessEnv,
  use: { before?: (copy: ProjectCopy) => void; after?: (copy: ProjectCopy) => void } = {},
): Promise<string> {
  const copy = copyProject();
  try {
    use.before?.(copy);
    const { code, output } = await astro(copy, ['build'], {
      ...secrets(),
      ...env,
      SITE_OUT_DIR: join(draft, 'site'),
    });
    if (code !== 0) throw new Error(`The site could not be built.\n${output}`);
    use.after?.(copy);
    return output;
  } finally {
    copy.remove();
  }
}

/**
 * The site from the current sources, rebuilt when they have changed. It is not weighed.
 *
 * @param connection services that are left out are not connected
 */
export const sharedBuild = (connection: Partial<Connection> = {}): Promise<SharedBuild> =>
  builtOnce(keyOf(connection, []), (draft) => buildCopy(draft, connection));

/** The site from a copy of the project with many edits (edited-project.ts), built as for publishing, and weighed. */
export const editedBuild = (): Promise<EditedBuild> =>
  builtOnce(keyOf(HOSTED, ['tests/setup/edited-project.ts', 'tests/setup/publications.ts']), (draft) =>
    buildCopy(
      draft,
      { ...HOSTED, SITE_BUDGETS: 'warn' },
      {
        before: editProject,
        after(copy) {
          for (const name of ['content', 'functions'])
            cpSync(join(copy.folder, name), join(draft, 'project', name), { recursive: true });
        },
      },
    ),
  );
