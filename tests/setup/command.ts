import { startNode } from './project-copy.ts';

/**
 * Runs `npm run backend --` with these words, on the backend of a local folder.
 *
 * @param env additional variables
 * @param answers whether its output is an answer to the user, which may name people
 * @returns the exit code and all output
 */
export async function command(
  words: readonly string[],
  folder: string,
  env: Record<string, string> = {},
  answers = false,
) {
  const running = startNode(['tools/backend/cli.ts', ...words], {
    answers,
    env: { LOCAL_DIR: folder, PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '', SUPABASE_SECRET_KEY: '', ...env },
  });
  return { code: await running.ended, output: running.output() };
}
