import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import getPort from 'get-port';
import { projectFolder } from '../../src/lib/project-folder.ts';
import type { UploadedFunction } from './management-api.ts';
import { startProgram, type Running } from './project-copy.ts';

/** An uploaded function that runs in Deno. */
export interface DenoFunction {
  url: string;
  stop(): Promise<void>;
}

/** The permissions of functions at Supabase. Packages in deno.json come from node_modules: nothing is downloaded. */
const FLAGS = [
  '--no-prompt',
  '--no-remote',
  '--node-modules-dir=manual',
  '--allow-net=127.0.0.1',
  '--allow-env',
  '--allow-read',
  '--allow-sys',
];

/** The path of the binary itself: node_modules/.bin has a wrapper that waits for it and does not forward signals. */
const deno = (createRequire(import.meta.url)('deno/install_api.cjs') as { runInstall(): string }).runInstall();

/** Resolves when it reports that it is listening. */
function listening({ child, output, ended }: Running): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (output().includes('Listening on')) resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    void ended.then((code) => reject(new Error(`Deno ended with ${code}:\n${output()}`)));
  });
}

/**
 * Runs uploaded functions in Deno, each in its own process with no files of this project but the upload.
 *
 * @param folder an empty folder
 * @param env what Supabase sets, and the secrets
 * @returns by slug
 */
export async function runInDeno(
  functions: Iterable<UploadedFunction>,
  folder: string,
  env: Record<string, string>,
): Promise<Map<string, DenoFunction>> {
  cpSync(join(projectFolder, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  // Deno searches the folders above for the root of a workspace, and takes the imports that are set there.
  writeFileSync(join(folder, 'deno.json'), JSON.stringify({ workspace: ['./*/functions'] }));
  const start = async ({ slug, files, entrypoint_path, import_map_path }: UploadedFunction) => {
    const home = join(folder, slug);
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), bytes);
    }
    const port = await getPort();
    const running = startProgram(
      deno,
      ['run', ...FLAGS, '--config', join(home, import_map_path), join(home, entrypoint_path)],
      {
        cwd: home,
        env: {
          ...env,
          DENO_DIR: join(folder, '.deno'),
          DENO_NO_UPDATE_CHECK: '1',
          DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        },
      },
    );
    await listening(running);
    const stop = async () => {
      running.child.kill();
      await running.ended;
    };
    return [slug, { url: `http://127.0.0.1:${port}`, stop }] as const;
  };
  return new Map(await Promise.all([...functions].map(start)));
}
