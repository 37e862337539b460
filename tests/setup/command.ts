import { startNode } from './project-copy.ts';

/**
 * What the person at the terminal types behind `npm run backend --`, for the backend of a local folder.
 *
 * @param env further variables
 * @returns its exit code and all that it printed
 */
export async function command(words: readonly string[], folder: string, env: Record<string, string> = {}) {
  const running = startNode(['tools/backend/cli.ts', ...words], {
    env: { LOCAL_DIR: folder, PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '', SUPABASE_SECRET_KEY: '', ...env },
  });
  return { code: await running.ended, output: running.output() };
}
