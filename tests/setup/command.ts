import { startNode } from './project-copy.ts';

/**
 * Runs `npm run backend --` with these words, on the backend of a local folder.
 *
 * @param env additional variables
 * @returns the exit code and all output
 */
export async function command(words: readonly string[], folder: string, env: Record<string, string> = {}) {
  const running = startNode(['tools/backend/cli.ts', ...words], {
    env: { LOCAL_DIR: folder, PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '', SUPABASE_SECRET_KEY: '', ...env },
  });
  return { code: await running.ended, output: running.output() };
}
