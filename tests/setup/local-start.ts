import { UNCONNECTED } from '../../tools/local/build-site.ts';
import { startNode, type Running } from './project-copy.ts';

/**
 * Runs `npm start`, without the keys of a developer's .env.
 *
 * @param args `--dev` or `--edit`, as of `npm run dev` and `npm run edit`
 */
export const startLocally = (env: NodeJS.ProcessEnv, ...args: string[]): Running =>
  startNode(['tools/local/start.ts', ...args], { env: { ...UNCONNECTED, ...env } });

/**
 * Resolves when it says that it is ready.
 *
 * @throws Error with its output if it ends before
 */
export async function ready({ child, output, ended }: Running): Promise<void> {
  const said = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (/\nready\n/.test(output())) resolve();
    });
  });
  await Promise.race([said, ended.then(() => Promise.reject(new Error(output())))]);
}
